// Scores the matcher: `npm run eval -- [--content DIR] [--show GROUP] [--noise] [--update]`.
//
// `test/eval/groups.ts` reads the groups of texts; `test/eval/numbers.json` holds what each group has reached, and a drop
// fails `test/eval.test.ts`. `--update` writes the numbers, `--show` prints the answers of a group that are not right,
// `--noise` adds the slow parts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createMatcher } from '../src/client/match.ts'
import { matchEntry } from '../src/client/match-entry.ts'
import { isListed } from '../src/model/solution.ts'
import { check } from '../src/pipeline/check.ts'
import { load } from '../src/pipeline/load.ts'
import { type Answer, ask, count, groups, leaveOneOut, type Numbers } from '../test/eval/groups.ts'
import { filled, kinds, messagesOf } from './bench/noise.ts'
import { random } from './bench/synthetic.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { values } = parseArgs({
  options: {
    content: { type: 'string', default: here('content') },
    show: { type: 'string' },
    noise: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
})

const { pages } = await load(values.content)
const entries = pages.flatMap((page) =>
  page.kind === 'solution' && isListed(page.solution) ? [matchEntry(page.solution)] : [],
)
const matcher = createMatcher({ entries })
const percent = (part: number, whole: number) =>
  `${part} of ${whole} (${((100 * part) / (whole || 1)).toFixed(1)} %)`
console.log(
  `${entries.length} entries, ${entries.reduce((sum, { errors }) => sum + errors.length, 0)} messages`,
)

const answers: Record<string, Answer[]> = Object.fromEntries(
  Object.entries(groups()).map(([name, rows]) => [name, rows.map((row) => ask(matcher, row))]),
)
const numbers: Record<string, Numbers> = {}
answers['wordings taken away'] = leaveOneOut(entries, (message) => filled(message, random(message.length)))
for (const [name, group] of Object.entries(answers)) {
  if (group.length === 0) continue
  const found = count(group)
  numbers[name] = found
  const covered = found.covered > 0 ? `right ${percent(found.right, found.covered)}, ` : ''
  console.log(`${name}: ${covered}wrong ${percent(found.wrong, found.rows)}`)
  if (name !== values.show) continue
  for (const { row, match, right } of group) {
    if (right || (match === undefined && !row.pages?.length)) continue
    const answer = match ? `${match.confidence} ${match.score.toFixed(2)} ${match.entry.id}` : 'nothing'
    console.log(`  ${answer}: ${JSON.stringify(row.text.slice(0, 110))} (${match?.matched ?? row.pages})`)
  }
}

console.log('of the answers with a score: right')
const given = Object.values(answers)
  .flat()
  .filter(({ match }) => match !== undefined)
for (const [from, to] of [
  [0, 0.5],
  [0.5, 0.7],
  [0.7, 0.8],
  [0.8, 0.9],
  [0.9, 0.97],
  [0.97, 2],
] as const) {
  const some = given.filter(({ match }) => match && match.score >= from && match.score < to)
  console.log(`  ${from} and more: ${percent(some.filter(({ right }) => right).length, some.length)}`)
}

const file = here('test/eval/numbers.json')
const before: Record<string, Numbers> = JSON.parse(readFileSync(file, 'utf8'))
for (const [name, { right, wrong }] of Object.entries(before)) {
  const now = numbers[name]
  if (now && (now.right < right || now.wrong > wrong))
    console.log(`worse, ${name}: right ${right} -> ${now.right}, wrong ${wrong} -> ${now.wrong}`)
}
if (values.update) writeFileSync(file, `${JSON.stringify({ ...before, ...numbers }, undefined, 2)}\n`)

if (!values.noise) process.exit()

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
