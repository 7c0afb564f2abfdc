// Groups of texts with the pages that resolve them, and how a matcher answers each group.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MatchEntry } from '../../src/client/catalog-files.ts'
import { createMatcher, type Match, type Matcher } from '../../src/client/match.ts'

/** A text; without `pages` no page resolves it, and any answer misleads. */
export interface Row {
  readonly text: string
  readonly pages?: readonly string[]
}

export interface Answer {
  readonly row: Row
  readonly match: Match | undefined
  readonly right: boolean
}

export interface Numbers {
  readonly rows: number
  readonly covered: number
  readonly right: number
  readonly wrong: number
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

interface Query {
  readonly id: string
  readonly query: string
}

/** Queries from public threads lie beside the repository; pages that resolve them were judged by hand. */
function queries(file: string, expected: string): Row[] {
  const path = here(`../../../shared/queries/${file}`)
  if (!existsSync(path)) return []
  const pages: Record<string, string[]> = JSON.parse(readFileSync(here(expected), 'utf8'))
  return lines<Query>(path).map(({ id, query }) => ({ text: query, pages: pages[id] ?? [] }))
}

/** The groups that are asked with the whole catalog. */
export function groups(): Record<string, Row[]> {
  const uncovered = lines<Row & { readonly kind: string }>(here('uncovered.jsonl'))
  return {
    'queries of the catalog’s field': queries('dev.jsonl', 'expected.json'),
    'queries about newer releases': queries('dev2.jsonl', 'dev2.json'),
    'other wordings': lines(here('wordings.jsonl')),
    'symptoms in a sentence': lines(here('paraphrases.jsonl')),
    'symptoms told by a stranger': lines<Row>(here('told.jsonl')).filter((_, at) => at % 2 === 0),
    // No coefficient is fitted to these.
    'held-out symptoms told by a stranger': lines<Row>(here('told.jsonl')).filter((_, at) => at % 2 === 1),
    'look-alikes': lines(here('look-alikes.jsonl')),
    'pastes for pages drawn by lot': lines(here('pastes.jsonl')),
    'pastes of public threads': lines(here('threads.jsonl')),
    'reports of new releases': lines<Row>(here('reports.jsonl')).filter((_, at) => at % 2 === 0),
    'held-out reports of new releases': lines<Row>(here('reports.jsonl')).filter((_, at) => at % 2 === 1),
    'held-out pastes of public threads': lines(here('held-out.jsonl')),
    // By two who had seen neither the matcher nor these files; nothing is fitted to them.
    'texts of strangers': lines(here('stranger.jsonl')),
    'errors of other products': lines(here('other-products.jsonl')),
    'errors outside the catalog': uncovered.filter(({ kind }) => kind === 'error outside the catalog'),
    prose: uncovered.filter(({ kind }) => kind === 'prose'),
    'output without an error': [
      ...uncovered.filter(({ kind }) => kind === 'ordinary output'),
      ...lines<Row>(here('outputs.jsonl')),
    ],
  }
}

export function ask(matcher: Matcher, row: Row): Answer {
  const match = matcher.match(row.text, { limit: 1 })[0]
  return { row, match, right: match !== undefined && (row.pages ?? []).includes(match.entry.id) }
}

/** Each message is asked of a catalog whose pages lack one message each, this one among them. */
export function leaveOneOut(entries: readonly MatchEntry[], shape = (message: string) => message): Answer[] {
  const most = Math.max(...entries.map(({ errors }) => errors.length))
  return Array.from({ length: most }, (_, place) => {
    const matcher = createMatcher({
      entries: entries.map((entry) => ({ ...entry, errors: entry.errors.filter((_, at) => at !== place) })),
    })
    return entries.flatMap(({ id, errors }) => {
      const message = errors[place]
      if (message === undefined || errors.length < 2) return []
      return [ask(matcher, { text: shape(message), pages: [id] })]
    })
  }).flat()
}

export const count = (answers: readonly Answer[]): Numbers => ({
  rows: answers.length,
  covered: answers.filter(({ row }) => (row.pages ?? []).length > 0).length,
  right: answers.filter(({ right }) => right).length,
  wrong: answers.filter(({ right, match }) => match !== undefined && !right).length,
})
