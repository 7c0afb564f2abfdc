// Scores the matcher: `npm run eval -- [QUERIES.jsonl] [--content DIR]`.
//
// Queries are lines of {id, query, category, expect?}: `expect` is the id, or a list of ids, of pages that resolve the
// error. Without `expect` any answer counts. `test/eval/expected.json` holds the pages of the known queries: taken from
// the matcher's own first answer and compared with the confirmed fix, so it shows regressions, but not a better page that
// nobody looked for. Texts that no page covers are in `test/eval/uncovered.jsonl`.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { matchEntry } from '../src/client/catalog-files.ts'
import { createMatcher } from '../src/client/match.ts'
import { check } from '../src/pipeline/check.ts'
import { load } from '../src/pipeline/load.ts'
import { filled, kinds, messagesOf } from './bench/noise.ts'
import { random } from './bench/synthetic.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { content: { type: 'string', default: here('content') } },
})
const file = positionals[0] ?? here('../shared/queries/dev.jsonl')
interface Query {
  readonly id: string
  readonly query: string
  readonly category: string
  readonly expect?: string | string[]
}

interface Uncovered {
  readonly kind: string
  readonly text: string
}

const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const { pages } = await load(values.content)
const entries = pages.flatMap((page) => (page.kind === 'solution' ? [matchEntry(page.solution)] : []))
const matcher = createMatcher({ entries })
const percent = (part: number, whole: number) =>
  `${part} of ${whole} (${((100 * part) / (whole || 1)).toFixed(1)} %)`
console.log(
  `${entries.length} entries, ${entries.reduce((sum, { errors }) => sum + errors.length, 0)} messages`,
)

if (existsSync(file)) {
  const expected: Record<string, string | string[]> = existsSync(here('test/eval/expected.json'))
    ? JSON.parse(readFileSync(here('test/eval/expected.json'), 'utf8'))
    : {}
  const rows = lines<Query>(file).map(({ id, query, category, expect = expected[id] }) => {
    const ids = matcher.match(query, { limit: 3 }).map(({ entry }) => entry.id)
    const wanted = expect === undefined ? undefined : [expect].flat()
    return { id, category, query, ids, wanted }
  })
  const covered = rows.filter(({ wanted }) => wanted?.length !== 0)
  const right = ({ ids, wanted }: (typeof rows)[number], at: number) =>
    wanted ? ids.slice(0, at).some((id) => wanted.includes(id)) : ids.length > 0
  console.log(`queries: ${rows.length}, of which the catalog covers ${covered.length}`)
  console.log(`right at 1: ${percent(covered.filter((row) => right(row, 1)).length, covered.length)}`)
  console.log(`right at 3: ${percent(covered.filter((row) => right(row, 3)).length, covered.length)}`)
  console.log(`queries with a known page: ${rows.filter(({ wanted }) => wanted !== undefined).length}`)
  for (const { id, category, query, ids } of covered.filter((row) => !right(row, 1))) {
    console.log(`  miss ${id} (${category}): ${JSON.stringify(query.slice(0, 90))} -> ${ids[0] ?? 'nothing'}`)
  }
} else console.log(`no queries at ${file}`)

const uncovered = lines<Uncovered>(here('test/eval/uncovered.jsonl'))
for (const kind of new Set(uncovered.map((text) => text.kind))) {
  const texts = uncovered.filter((text) => text.kind === kind)
  const answered = texts.flatMap(({ text }) =>
    matcher.match(text, { limit: 1 }).map((match) => ({ text, match })),
  )
  console.log(`answered although not covered, ${kind}: ${percent(answered.length, texts.length)}`)
  for (const { text, match } of answered)
    console.log(`  ${match.confidence} ${match.entry.id}: ${JSON.stringify(text.slice(0, 90))}`)
}

// Messages as they are pasted, every fifth message with each kind of noise: right and wrong first answers.
console.log('noise: right, wrong')
let texts = 0
const found = { right: 0, wrong: 0 }
for (const [kind, make] of Object.entries(kinds)) {
  const of = { right: 0, wrong: 0 }
  let tried = 0
  for (const { id, products, message, number } of messagesOf(entries)) {
    if (number % 5 !== 0) continue
    const next = random(number)
    const text = make(filled(message, next), next, products[0] ?? 'it')
    const answer = matcher.match(text, { limit: 1 })[0]?.entry.id
    tried++
    if (answer !== undefined) of[answer === id ? 'right' : 'wrong']++
  }
  texts += tried
  found.right += of.right
  found.wrong += of.wrong
  console.log(`  ${kind}: ${percent(of.right, tried)}, ${of.wrong}`)
}
console.log(`  all: ${percent(found.right, texts)}, ${found.wrong}`)

// Wordings that no page quotes: every other message of each page is removed and must be found by the rest.
for (const kind of ['plain', 'report'] as const) {
  const of = { right: 0, wrong: 0 }
  let tried = 0
  for (const kept of [0, 1]) {
    const half = createMatcher({
      entries: entries.map((entry) => ({
        ...entry,
        errors: entry.errors.filter((_, place) => place % 2 === kept),
      })),
    })
    for (const { id, products, message, number, place } of messagesOf(entries)) {
      if (place % 2 === kept) continue
      const next = random(number)
      const text = kinds[kind](filled(message, next), next, products[0] ?? 'it')
      const answer = half.match(text, { limit: 1 })[0]?.entry.id
      tried++
      if (answer !== undefined) of[answer === id ? 'right' : 'wrong']++
    }
  }
  console.log(
    `wordings taken away, ${kind}: ${percent(of.right, tried)} found all the same, ${of.wrong} wrong`,
  )
}

// Answers to an error whose own page is removed: a related page at best.
let answeredByOthers = 0
let messages = 0
for (const entry of entries) {
  const others = createMatcher({ entries: entries.filter((other) => other !== entry) })
  for (const message of entry.errors) {
    messages++
    if (others.match(message.replaceAll('…', 'x1'), { limit: 1 }).length > 0) answeredByOthers++
  }
}
console.log(`answered by another page when its own is taken away: ${percent(answeredByOthers, messages)}`)

const unproven = (await check(values.content)).problems.filter(({ code }) => code.startsWith('match/'))
console.log(`messages that do not lead to their own page: ${unproven.length}`)
