import { createMatcher, type Matcher } from '../client/match.ts'
import { matchEntry } from '../client/match-entry.ts'
import type { Page } from '../model/catalog.ts'
import { once } from '../model/once.ts'
import { type Place, startOfFile } from '../model/problem.ts'
import type { Solution } from '../model/solution.ts'
import { solutionsInForce } from './catalog-view.ts'
import type { Check, Checks } from './rule.ts'

interface Unmatched {
  readonly path: string
  readonly place: Place
  /** The message, cut for display. */
  readonly shown: string
  /** Path of the page that comes first, if any does. */
  readonly winner: string | undefined
}

/**
 * Messages that don't bring their own page first. Every message of every page, with its varying parts filled in and a log
 * around it, must do so. Where another page has the same message, naming the product must tell them apart. Two rules ask.
 */
const unmatchedIn = once((all: readonly Page[]): Unmatched[] => {
  const pages = solutionsInForce(all)
  const matcher = createMatcher({ entries: pages.map(({ solution }) => matchEntry(solution)) })
  return pages.flatMap(({ path, solution, errorPlaces }) =>
    (solution.errors ?? []).flatMap((message, index): Unmatched[] => {
      const winner = winnerOf(message, solution, matcher)
      if (winner === solution.id) return []
      const shown = message.length > 60 ? `${message.slice(0, 60)}…` : message
      const place = errorPlaces[index] ?? startOfFile
      return [{ path, place, shown, winner: winner && `solutions/${winner}.md` }]
    }),
  )
})

/** Who comes first for the message in a log; asked again with the product named if that is another page. */
function winnerOf(message: string, { id, affects = [] }: Solution, matcher: Matcher): string | undefined {
  const first = (text: string) => matcher.match(text, { limit: 1 })[0]?.entry.id
  const text = inLog(fillGaps(message))
  const winner = first(text)
  if (winner === id) return winner
  // The name of the product alone finds nothing.
  const found = affects.flatMap(({ product }) => matcher.match(`${product}\n${text}`, { limit: 1 }))
  return found.some(({ entry, matched }) => entry.id === id && entry.errors.includes(matched)) ? id : winner
}

/**
 * Fills the varying parts with words that no page knows; the same ones at every run. A part that touches a word is a
 * path or an id, which ends in a mark.
 */
function fillGaps(message: string): string {
  return message.replace(/…/g, (_, at: number) => {
    const word = `q${(at * 7919 + message.length * 104_729).toString(36)}z`
    const before = /[\p{L}\p{N}]/u.test(message[at - 1] ?? '') ? '/' : ''
    const after = /[\p{L}\p{N}]/u.test(message[at + 1] ?? '') ? '/' : ''
    return before + word + after
  })
}

const inLog = (message: string): string =>
  `\u001b[90m2026-01-02T03:04:05.678Z\u001b[0m [worker-3] job 8c1f started\n` +
  `\u001b[31m${message}\u001b[39m\n    at Object.<anonymous> (/srv/app/index.js:10:5)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n` +
  `2026-01-02T03:04:05.900Z [worker-3] job 8c1f ended after 222 ms\n`

/** The check that reports the messages which find no page, or those which find another one first. */
const check = (othersFirst: boolean, expected: (winner: string) => string): Check => ({
  checkCatalog(catalog, reportAt) {
    for (const { path, place, shown, winner = '' } of unmatchedIn(catalog.pages))
      if ((winner !== '') === othersFirst)
        reportAt(path)(place, `Unexpected message \`${shown}\`, expected one that ${expected(winner)}`)
  },
})

export const matchingChecks = {
  'match/unmatched': check(false, () => 'is long and rare enough to be recognised in a log'),
  'match/other-first': check(true, (winner) => `leads here: ${winner} comes first`),
} satisfies Checks
