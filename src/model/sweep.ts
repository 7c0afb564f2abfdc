import * as semver from 'semver'
import * as z from 'zod'
import { day } from './fields.ts'

/**
 * The outcome of a page's reproduction with one version: it printed one of the page's messages, succeeded, failed in
 * another way, or the version could not be installed.
 */
export const outcomes = ['shown', 'gone', 'other', 'not installed'] as const
export type Outcome = (typeof outcomes)[number]

const version = z.string().regex(/^\d+\.\d+\.\d+(?:[.+-][0-9A-Za-z.+-]*)?$/)

/** Part of an entry of `content/verified.json`, written by `fixdex sweep`: outcomes by program or package and version. */
export const sweepSchema = z.strictObject({
  date: day,
  versions: z.record(z.string().max(214), z.record(version, z.enum(outcomes))),
})

export type Sweep = z.output<typeof sweepSchema>

/** Consecutive versions with the same outcome, oldest first. */
export interface Span {
  readonly outcome: Outcome
  readonly from: string
  readonly to: string
  readonly count: number
}

/** What was measured for one program or package. */
export interface Measured {
  readonly name: string
  readonly spans: readonly Span[]
}

export const measuredBy = ({ versions }: Sweep): Measured[] =>
  Object.entries(versions).map(([name, tried]) => ({ name, spans: spansOf(tried) }))

function spansOf(tried: Readonly<Record<string, Outcome>>): Span[] {
  const spans: Span[] = []
  for (const [version, outcome] of Object.entries(tried).sort(([a], [b]) => semver.compare(a, b))) {
    const last = spans.at(-1)
    if (last?.outcome !== outcome) spans.push({ outcome, from: version, to: version, count: 1 })
    else spans[spans.length - 1] = { ...last, to: version, count: last.count + 1 }
  }
  return spans
}

/** The versions that printed the message, or those that did not, as `4.1.0–5.23.1, 6.2.0`. */
export function rangesOf({ spans }: Measured): { seen: string; gone: string; count: number } {
  const text = (outcome: Outcome) =>
    spans
      .filter((span) => span.outcome === outcome)
      .map(({ from, to }) => (from === to ? from : `${from}–${to}`))
      .join(', ')
  const run = spans.filter(({ outcome }) => outcome !== 'not installed')
  return { seen: text('shown'), gone: text('gone'), count: run.reduce((sum, { count }) => sum + count, 0) }
}

/**
 * Versions that contradict a page's range: a message was printed outside it, or the page's only message was not printed
 * inside it. With several messages, versions may differ in which one they print.
 */
export function contradictions(
  range: string,
  tried: Readonly<Record<string, Outcome>>,
  messages: number,
): string[] {
  return Object.entries(tried)
    .filter(([version, outcome]) => {
      const inside = semver.satisfies(version, range, { includePrerelease: true })
      return outcome === 'shown' ? !inside : outcome === 'gone' && inside && messages === 1
    })
    .map(([version]) => version)
}

/** Whether a product of `affects` is the measured one: `Node.js` is `Node`, `LangGraph` is `@langchain/langgraph`. */
export const isSameProduct = (product: string, name: string): boolean =>
  [name, name.replace(/^@[^/]*\//, '')].some((form) => plain(product) === plain(form))

const plain = (name: string): string =>
  name.toLowerCase().replace(/-(?:linux|darwin|win32)-(?:x64|arm64)$|\.js$|[^a-z0-9]/g, '')
