// Fits `src/client/coefficients.json`: `npx tsx scripts/fit.ts [--content DIR] [--only KIND]`.
//
// Each text of `test/eval` is one choice between the candidates that the matcher finds and no answer at all. The
// likelihood of the right choices is maximised by gradient ascent, with a penalty on large coefficients.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { MatchEntry } from '../src/client/catalog-files.ts'
import coefficients from '../src/client/coefficients.json' with { type: 'json' }
import { type Candidate, candidates } from '../src/client/match.ts'
import { matchEntry } from '../src/client/match-entry.ts'
import { prepare } from '../src/client/prepare.ts'
import { textWords } from '../src/client/words.ts'
import { isListed } from '../src/model/solution.ts'
import { load } from '../src/pipeline/load.ts'
import { groups, type Row } from '../test/eval/groups.ts'
import { filled, kinds, messagesOf } from './bench/noise.ts'
import { random } from './bench/synthetic.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { values } = parseArgs({
  options: {
    content: { type: 'string', default: here('content') },
    /** Leaves the coefficients of the other kinds as they are. */
    only: { type: 'string' },
  },
})

type Option = Pick<Candidate, 'kind' | 'features'>
interface Choice {
  readonly weight: number
  /** Of each entry, and whether the entry is right. */
  readonly entries: readonly { readonly options: readonly Option[]; readonly right: boolean }[]
}

function choice(catalog: ReturnType<typeof prepare>, { text, pages = [] }: Row, weight: number): Choice {
  const options = new Map<string, Option[]>()
  for (const { entry, kind, features } of candidates(catalog, text, textWords(text)))
    options.set(entry.id, [...(options.get(entry.id) ?? []), { kind, features }])
  return {
    weight,
    entries: [...options].map(([id, options]) => ({ options, right: pages.includes(id) })),
  }
}

/** A group counts as this many texts of the same weight. */
const weights: Readonly<Record<string, number>> = {
  'queries about newer releases': 4,
  'other wordings': 3,
  'symptoms in a sentence': 4,
  'symptoms told by a stranger': 4,
  'held-out symptoms told by a stranger': 0,
  'look-alikes': 3,
  'errors outside the catalog': 3,
  'errors of other products': 4,
  'pastes of public threads': 4,
  'held-out pastes of public threads': 0,
  'texts of strangers': 0,
  'reports of new releases': 4,
  'held-out reports of new releases': 0,
  'output without an error': 0.5,
}

/** Messages whose page lacks them, as they are and in a report. */
function takenAway(entries: readonly MatchEntry[]): Choice[] {
  const most = Math.max(...entries.map(({ errors }) => errors.length))
  return Array.from({ length: most }, (_, place) => {
    const catalog = prepare(
      entries.map((entry) => ({ ...entry, errors: entry.errors.filter((_, at) => at !== place) })),
    )
    return entries.flatMap(({ id, products, errors }, index) => {
      const message = errors[place]
      if (message === undefined) return []
      const next = random(index + place * 1000)
      const text = filled(message, next)
      const shaped = index % 4 === place % 4 ? kinds.report(text, next, products[0] ?? 'it') : text
      return [choice(catalog, { text: shaped, pages: [id] }, 0.33)]
    })
  }).flat()
}

/** Messages whose page is taken away: no page is right, unless another one has the message too. */
function withoutPages(entries: readonly MatchEntry[]): Choice[] {
  return Array.from({ length: parts }, (_, part) => {
    const catalog = prepare(entries.filter((_, index) => index % parts !== part))
    return entries
      .filter((_, index) => index % parts === part)
      .flatMap(({ errors, products }) =>
        errors.flatMap((message, place) => {
          if (place % 2 === 1) return []
          const next = random(place * 31 + message.length)
          const text = filled(message, next)
          const found = [...candidates(catalog, text, textWords(text))]
          if (found.some(({ exact, listed }) => exact || listed)) return []
          const shaped = place % 4 === 0 && place > 0 ? kinds.report(text, next, products[0] ?? 'it') : text
          return [choice(catalog, { text: shaped }, 0.3)]
        }),
      )
  }).flat()
}

/** The catalog is prepared without each of so many parts. */
const parts = 12

type Table = Record<string, Record<string, number>>

function fitted(choices: readonly Choice[], only: string | undefined): Table {
  const table: Table =
    only === undefined ? { whole: {}, part: {}, description: {}, told: {} } : { ...coefficients }
  const moments: Record<string, [number, number]> = {}
  for (const { entries } of choices)
    for (const { options } of entries)
      for (const { kind, features } of options)
        for (const name of Object.keys(features))
          if (table[kind]) table[kind][name] ??= start[kind]?.[name] ?? 0
  const total = choices.reduce((sum, { weight }) => sum + weight, 0)
  const evidence = ({ kind, features }: Option) =>
    Object.entries(features).reduce((sum, [name, value]) => sum + (table[kind]?.[name] ?? 0) * value, 0)
  for (let step = 1; step <= 180; step++) {
    const gradient: Table = { whole: {}, part: {}, description: {}, told: {} }
    let loss = 0
    for (const { weight, entries } of choices) {
      const found = entries.map(({ options, right }) => {
        const best = options
          .map((option) => ({ option, value: evidence(option) }))
          .sort((a, b) => b.value - a.value)[0]
        return { best, right }
      })
      const top = Math.max(0, ...found.map(({ best }) => best?.value ?? 0))
      const none = Math.exp(-top)
      const odds = found.map(({ best }) => Math.exp((best?.value ?? 0) - top))
      const all = odds.reduce((sum, one) => sum + one, none)
      const rightOdds = found.reduce((sum, { right }, index) => sum + (right ? (odds[index] ?? 0) : 0), 0)
      const anyRight = rightOdds > 0
      loss -= (weight * Math.log((anyRight ? rightOdds : none) / all)) / total
      for (const [index, { best, right }] of found.entries()) {
        const share = (odds[index] ?? 0) / all
        const wanted = anyRight && right ? (odds[index] ?? 0) / rightOdds : 0
        const push = (weight * (wanted - share)) / total
        if (best === undefined || Math.abs(push) < 1e-9) continue
        const of = gradient[best.option.kind] as Record<string, number>
        for (const [name, value] of Object.entries(best.option.features))
          of[name] = (of[name] ?? 0) + push * value
      }
    }
    if (step % 60 === 0) console.log(`step ${step}: loss ${loss.toFixed(4)}`)
    for (const [kind, row] of Object.entries(table)) {
      if (only !== undefined && kind !== only) continue
      for (const name of Object.keys(row)) {
        const slope = (gradient[kind]?.[name] ?? 0) - 0.0005 * (row[name] ?? 0)
        const [first, second] = moments[`${kind} ${name}`] ?? [0, 0]
        const next: [number, number] = [0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope ** 2]
        moments[`${kind} ${name}`] = next
        const size = next[0] / (1 - 0.9 ** step) / (Math.sqrt(next[1] / (1 - 0.99 ** step)) + 1e-8)
        const wanted = Math.max((row[name] ?? 0) + 0.05 * size, least[kind]?.[name] ?? -Infinity)
        row[name] = Math.min(wanted, most[kind]?.[name] ?? Infinity)
      }
    }
  }
  return table
}

const start: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  whole: { weight: 2 },
  part: { evidence: 1 },
  description: { weight: 1, ofText: 2, one: -4 },
  told: { weight: 1, ofText: 2, one: -4 },
}

/** Of two pages with the same message, the one whose product is named goes first, which few texts here need. */
const least: typeof start = { whole: { named: 1.2 } }

/** What these tell is known, and few texts here have them. */
const most: typeof start = {
  part: { otherValue: -1.5, otherCause: -1.5 },
  description: { otherValue: -0.3 },
  told: { otherValue: -0.3 },
}

const { pages } = await load(values.content)
const entries = pages.flatMap((page) =>
  page.kind === 'solution' && isListed(page.solution) ? [matchEntry(page.solution)] : [],
)
const catalog = prepare(entries)
const choices = [
  ...Object.entries(groups()).flatMap(([name, rows]) =>
    rows.map((row) => choice(catalog, row, weights[name] ?? 1)),
  ),
  ...takenAway(entries),
  ...withoutPages(entries),
]
for (const { id, message, number } of messagesOf(entries)) {
  const next = random(number)
  if (number % 2 === 0) continue
  const text = kinds['node stack'](filled(message, next))
  choices.push(choice(catalog, { text, pages: [id] }, 0.2))
}
console.log(`${choices.length} texts`)
const table = fitted(choices, values.only)
const rounded = Object.fromEntries(
  Object.entries(table).map(([kind, row]) => [
    kind,
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Math.round(value * 100) / 100])),
  ]),
)
writeFileSync(here('src/client/coefficients.json'), `${JSON.stringify(rounded, undefined, 2)}\n`)
