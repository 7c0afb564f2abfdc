import * as z from 'zod'
import { type ExecutedPage, isStandIn, type RunKind, runKinds } from './executed-page.ts'
import { day } from './fields.ts'
import { compare } from './problem.ts'
import { type Measured, measuredBy, sweepSchema } from './sweep.ts'

/** Written by `fixdex verify` and committed: what ran, by `<category>/<slug>`, one line each. */
export const verifiedFile = 'verified.json'

/** One entry of `content/verified.json`: a page whose blocks ran as expected. */
export const verificationSchema = z.strictObject({
  date: day,
  blocks: z.string().regex(/^[0-9a-f]{16}$/, 'expected the hash of the page’s blocks'),
  sandbox: z.literal('bubblewrap'),
  runtimes: z.record(z.string().regex(/^[A-Za-z0-9+-]{1,30}$/), z.string().regex(/^[0-9A-Za-z.+-]{1,40}$/)),
  /** How many of the page's messages the reproductions printed; missing in records before that was counted. */
  messages: z.int().min(0).optional(),
  sweep: sweepSchema.optional(),
})

export type Verification = z.output<typeof verificationSchema>

/** The last line, so that every entry ends with a comma and git can merge the lines of two branches (`.gitattributes`). */
const lastLine = '"generated": "by fixdex verify"'

export const verificationsSchema: z.ZodType<Verifications> = z
  .object({ generated: z.string().optional() })
  .catchall(verificationSchema)
  .transform(({ generated: _, ...entries }): Verifications => entries)

export type Verifications = Readonly<Record<string, Verification>>

/** One entry per line, so that a diff shows which pages were run. */
export function verificationsText(entries: Verifications): string {
  const lines = Object.entries(entries)
    .sort(([a], [b]) => compare(a, b))
    .map(([id, entry]) => `${JSON.stringify(id)}: ${JSON.stringify(entry)},\n`)
  return `{\n${lines.join('')}${lastLine}\n}\n`
}

/** What a page says about its run. */
export interface Verified {
  readonly date: string
  /** `Node 20.20.2`, `openai 6.1.0` */
  readonly versions: readonly string[]
  /** A stand-in replaced a third party's service. */
  readonly standIn: boolean
  /** One of the page's blocks is a server that the others talk to. */
  readonly ownServer: boolean
  /** Printed messages of those that the page lists, where they were counted. */
  readonly messages?: { readonly shown: number; readonly total: number }
  readonly parts: readonly RunKind[]
  /** By program or package, what other versions did. */
  readonly measured: readonly Measured[]
}

/** Whether a block is a server, in place of the real service or as the subject of the page. */
export const isServer = ({ text }: { readonly text: string }): boolean =>
  /\b(?:createServer|HTTPServer|TCPServer)\(|\bhttp\.server\b|\bapp\.listen\(/.test(text)

export function verifiedBy(
  { date, runtimes, messages, sweep }: Verification,
  { packages, needs, errors, blocks }: ExecutedPage,
): Verified {
  return {
    date,
    versions: [
      ...Object.entries(runtimes).map(([name, version]) => `${name} ${version}`),
      ...packages.map((text) => text.replace(/^pypi:/, '').replace(/@([^@]*)$/, ' $1')),
    ],
    standIn: needs.some(isStandIn),
    ownServer: blocks.some(isServer),
    ...(messages !== undefined && { messages: { shown: messages, total: errors.length } }),
    parts: runKinds.filter((kind) => blocks.some(({ run }) => run === kind)),
    measured: sweep === undefined ? [] : measuredBy(sweep),
  }
}
