import { createMatcher, type Matcher } from '../client/match.ts'
import { matchEntry } from '../emit/match-file.ts'
import type { Page } from '../model/catalog.ts'
import type { Problem } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'

type SolutionPage = Extract<Page, { kind: 'solution' }>

/**
 * Every message of every page, with its varying parts filled in and a log around it, must bring its own page first.
 * Where another page has the same message, naming the product must tell them apart.
 */
export function proveMatching(pages: readonly Page[]): Problem[] {
  const solutions = pages.filter(
    (page): page is SolutionPage => page.kind === 'solution' && !isRetired(page.solution),
  )
  const matcher = createMatcher({ entries: solutions.map(({ solution }) => matchEntry(solution)) })
  const paths = new Map(solutions.map(({ solution, path }) => [solution.id, path]))
  return solutions.flatMap((page) =>
    (page.solution.errors ?? []).flatMap((message, index): Problem[] => {
      const winner = winnerOf(message, page, matcher)
      if (winner === page.solution.id) return []
      const place = page.errorPlaces[index] ?? { line: 1, column: 1 }
      const shown = message.length > 60 ? `${message.slice(0, 60)}…` : message
      return [
        winner === undefined
          ? {
              code: 'match/unmatched',
              severity: 'warning',
              path: page.path,
              ...place,
              message: `Unexpected message \`${shown}\`, expected one that is long and rare enough to be recognised in a log`,
              hint: 'Quote more of the line: the error’s name, its code, the words around the varying part.',
            }
          : {
              code: 'match/other-first',
              severity: 'warning',
              path: page.path,
              ...place,
              message: `Unexpected message \`${shown}\`, expected one that leads here: ${paths.get(winner)} comes first`,
              hint: 'Merge the two pages, quote what differs, or name different products in `affects`.',
            },
      ]
    }),
  )
}

/** Who comes first for the message in a log; asked again with the product named when it is somebody else. */
function winnerOf(message: string, { solution }: SolutionPage, matcher: Matcher): string | undefined {
  const first = (text: string) => matcher.match(text, { limit: 1 })[0]?.entry.id
  const text = inLog(filled(message))
  const winner = first(text)
  if (winner === solution.id) return winner
  const products = (solution.affects ?? []).map(({ product }) => product)
  return products.some((product) => first(`${product}\n${text}`) === solution.id) ? solution.id : winner
}

/**
 * The message with its varying parts filled with words that no page knows; the same ones at every run. A part that
 * touches a word is a path or an id, which ends in a mark.
 */
function filled(message: string): string {
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
