// Scores the matcher: `npm run eval -- [QUERIES.jsonl] [--content DIR]`.
//
// Queries are lines of {id, query, category, expect?}: `expect` is an id or a list of ids of pages that would resolve the
// error. Without `expect` an answer counts as answered, right or not, and has to be read. `test/eval/expected.json` holds
// the pages for the queries known so far: taken from the matcher's own first answer, then compared with the confirmed
// fix of each query, so it can show a step back but not a better page that was never looked for. Texts that no page covers are in `test/eval/uncovered.jsonl`.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createMatcher } from '../lib/client/match.js'
import { readConfig } from '../lib/content/read-config.js'
import { readSources } from '../lib/content/read-sources.js'
import { matchEntry } from '../lib/emit/match-file.js'
import { check } from '../lib/pipeline/check.js'
import { compileAll } from '../lib/pipeline/compile-all.js'
import { filled, kinds, messagesOf } from './bench/noise.mjs'
import { random } from './bench/synthetic.mjs'

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { content: { type: 'string', default: here('content') } },
})
const file = positionals[0] ?? here('../shared/queries/dev.jsonl')
const lines = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const { pages } = compileAll(readSources(values.content).sources, readConfig(values.content))
const entries = pages.flatMap((page) => (page.kind === 'solution' ? [matchEntry(page.solution)] : []))
const matcher = createMatcher({ entries })
const percent = (part, whole) => `${part} of ${whole} (${((100 * part) / (whole || 1)).toFixed(1)} %)`
console.log(
  `${entries.length} entries, ${entries.reduce((sum, { errors }) => sum + errors.length, 0)} messages`,
)

if (existsSync(file)) {
  const read = existsSync(here('test/eval/expected.json'))
    ? JSON.parse(readFileSync(here('test/eval/expected.json'), 'utf8'))
    : {}
  const rows = lines(file).map(({ id, query, category, expect = read[id] }) => {
    const ids = matcher.match(query, { limit: 3 }).map(({ entry }) => entry.id)
    const wanted = expect === undefined ? undefined : [expect].flat()
    return { id, category, query, ids, wanted }
  })
  const covered = rows.filter(({ wanted }) => wanted?.length !== 0)
  const right = (row, at) =>
    row.wanted ? row.ids.slice(0, at).some((id) => row.wanted.includes(id)) : row.ids.length > 0
  console.log(`queries: ${rows.length}, of which the catalog covers ${covered.length}`)
  console.log(`right at 1: ${percent(covered.filter((row) => right(row, 1)).length, covered.length)}`)
  console.log(`right at 3: ${percent(covered.filter((row) => right(row, 3)).length, covered.length)}`)
  console.log(`queries with a known page: ${rows.filter(({ wanted }) => wanted !== undefined).length}`)
  for (const { id, category, query, ids } of covered.filter((row) => !right(row, 1))) {
    console.log(`  miss ${id} (${category}): ${JSON.stringify(query.slice(0, 90))} -> ${ids[0] ?? 'nothing'}`)
  }
} else console.log(`no queries at ${file}`)

const uncovered = lines(here('test/eval/uncovered.jsonl'))
for (const kind of new Set(uncovered.map((text) => text.kind))) {
  const texts = uncovered.filter((text) => text.kind === kind)
  const answered = texts
    .map(({ text }) => ({ text, match: matcher.match(text, { limit: 1 })[0] }))
    .filter(({ match }) => match)
  console.log(`answered although not covered, ${kind}: ${percent(answered.length, texts.length)}`)
  for (const { text, match } of answered)
    console.log(`  ${match.confidence} ${match.entry.id}: ${JSON.stringify(text.slice(0, 90))}`)
}

// Messages as they are pasted, each kind of noise for every fifth message: right and wrong first answers.
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

// Wordings that no page quotes: every second message of each page is taken away and has to be found by the others.
for (const kind of ['plain', 'report']) {
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

// What an error is answered with when its own page is taken away: a neighbour at best.
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

const unproven = check(values.content).problems.filter(({ code }) => code.startsWith('match/'))
console.log(`messages that do not lead to their own page: ${unproven.length}`)
