// Fits `src/checks/data/order-words.yaml`: `npx tsx scripts/orders/fit.ts`. With `--cross`, says what it would find of a
// quarter of the orders and the pages that it was not fitted to, four times.
//
// Orders are the `refused` of corpus.yaml and of test/checks/orders.yaml; everything in the English pages of the catalog is
// harmless, and so are `kept` and the READMEs of the packages that are installed. Logistic regression by gradient descent, with a penalty on large weights.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastGlob from 'fast-glob'
import { load } from 'js-yaml'
import { passagesOf } from '../../src/checks/injection.ts'
import { readFeatures, scale, sentencesIn, stemsOf } from '../../src/checks/order-words.ts'
import { readPage } from '../../src/checks/read-page.ts'
import { parseGuide, parseSolution } from '../../src/content/parse-page.ts'
import { readConfig } from '../../src/content/read-config.ts'
import { readSources } from '../../src/content/read-sources.ts'
import { labelsFor } from '../../src/model/labels.ts'

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const content = here('content')

interface Example {
  readonly features: readonly string[]
  /** Of an order: the same of each of its sentences, one of which is the order. */
  readonly pieces?: readonly (readonly string[])[]
  readonly isOrder: boolean
  readonly weight: number
  /** Examples of one group are fitted to together, or not. */
  readonly group: string
}

/** Pages that have a word, by its stem. */
const pagesOf = new Map<string, number>()
const fewestPages = 2

/** As a new page is judged: by the words of the others. */
function featuresOf(text: string, own = 0): string[] {
  const features: string[] = []
  const isKnown = (stem: string) => (pagesOf.get(stem) ?? 0) - own >= fewestPages
  const add = (first: string, second: string) => features.push(second === '' ? first : `${first} ${second}`)
  readFeatures(text.toLowerCase(), add, isKnown)
  return features
}

const example = (text: string, isOrder: boolean, weight: number, group: string, own = 0): Example => ({
  features: featuresOf(text, own),
  ...(isOrder && { pieces: sentencesIn(text).map((piece) => featuresOf(piece.text)) }),
  isOrder,
  weight,
  group,
})

function written(file: string): Example[] {
  const { refused, kept } = load(readFileSync(here(file), 'utf8')) as Record<'refused' | 'kept', string[]>
  const english = (text: string) =>
    /^[\0-\x7f‘’“”…–]*$/.test(text) &&
    /\b(?:the|a|to|is|in|of|this|you|it|your|and|for|from|on|now|as|no)\b/i.test(text)
  const withoutCode = (text: string) => text.replace(/`[^`]*`/g, (code) => '·'.repeat(code.length))
  return [
    ...refused
      .filter(english)
      .map(withoutCode)
      .map((text) => example(text, true, 20, text)),
    ...kept
      .filter(english)
      .map(withoutCode)
      .flatMap((text) => sentencesIn(text).map((piece) => example(piece.text, false, 20, text))),
  ]
}

function published(): Example[] {
  const site = readConfig(content)
  const pages = readSources(content).sources.flatMap((source) => {
    const parsed = source.path.startsWith('guides/')
      ? parseGuide(source, () => {})
      : parseSolution(source, site.labels, () => {})
    if (parsed?.lang !== 'en') return []
    const passages = passagesOf(readPage(parsed, labelsFor(site, 'en'))).filter(({ isProse }) => isProse)
    return {
      path: source.path,
      texts: passages.flatMap(({ words }) => sentencesIn(words).map(({ text }) => text)),
    }
  })
  for (const { texts } of pages)
    for (const stem of new Set(texts.flatMap(stemsOf))) pagesOf.set(stem, (pagesOf.get(stem) ?? 0) + 1)
  return pages.flatMap(({ path, texts }) => texts.map((text) => example(text, false, 1, path, 1)))
}

/** What packages say of themselves: ordinary Markdown on other subjects. */
function readmes(): Example[] {
  return fastGlob.sync('node_modules/{*,@*/*}/{README,readme}.md', { cwd: here('.') }).flatMap((path) => {
    const words = readFileSync(here(path), 'utf8')
      .slice(0, 20_000)
      .replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '\n')
      .replace(/`[^`\n]*`/g, '·')
      .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)|<[^>\n]*>/g, '$1')
    return sentencesIn(words).map(({ text }) => example(text, false, 1, path))
  })
}

interface Model {
  readonly weights: ReadonlyMap<string, number>
  readonly constant: number
}

const penalty = 0.3
const steps = 150
const rate = 0.05

/** Harmless sentences that look like orders are the ones to learn from. */
function weigh(examples: readonly Example[]): Model {
  const first = fitOnce(examples)
  const isHard = (one: Example) => !one.isOrder && score(first, one) > 0
  return fitOnce(
    examples.flatMap((one) => {
      const best = worstPiece(first, one)
      if (best !== one) return [best, { ...one, weight: one.weight / 4 }]
      return isHard(one) ? { ...one, weight: 10 * one.weight } : one
    }),
  )
}

/** The sentence of an order that sounds most like one. */
function worstPiece(model: Model, one: Example): Example {
  const scored = (one.pieces ?? []).map((features) => ({ ...one, features }))
  const [best = one] = scored.sort((a, b) => score(model, b) - score(model, a))
  return scored.length > 1 ? best : one
}

const scoreOf = (model: Model, one: Example): number => score(model, worstPiece(model, one))

function fitOnce(examples: readonly Example[]): Model {
  const counts = new Map<string, number>()
  for (const { features, isOrder, weight } of examples)
    for (const feature of features)
      counts.set(feature, (counts.get(feature) ?? 0) + (isOrder || weight > 1 ? 20 : 1))
  const names = [...counts].filter(([, count]) => count >= 20).map(([name]) => name)
  const places = new Map(names.map((name, index) => [name, index]))
  const rows = examples.map(({ features }) => features.flatMap((feature) => places.get(feature) ?? []))
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const size = names.length + 1
  const theta = new Float64Array(size)
  const [mean, square] = [new Float64Array(size), new Float64Array(size)]
  for (let step = 1; step <= steps; step++) {
    const gradient = theta.map((value, index) => (index < names.length ? (penalty * value) / total : 0))
    for (const [at, row] of rows.entries()) {
      const { isOrder, weight, features } = examples[at] as Example
      const by = scale(features.length)
      const sum =
        row.reduce((all, place) => all + (theta[place] as number), 0) * by + (theta[names.length] as number)
      const error = ((1 / (1 + Math.exp(-sum)) - (isOrder ? 1 : 0)) * weight) / total
      for (const place of row) (gradient[place] as number) += error * by
      ;(gradient[names.length] as number) += error
    }
    for (let index = 0; index < size; index++) {
      const slope = gradient[index] as number
      mean[index] = 0.9 * (mean[index] as number) + 0.1 * slope
      square[index] = 0.999 * (square[index] as number) + 0.001 * slope * slope
      const [m, v] = [
        (mean[index] as number) / (1 - 0.9 ** step),
        (square[index] as number) / (1 - 0.999 ** step),
      ]
      ;(theta[index] as number) -= (rate * m) / (Math.sqrt(v) + 1e-8)
    }
  }
  const weights = names.map((name, index): [string, number] => [
    name,
    Math.round((theta[index] as number) * 100),
  ])
  return {
    weights: new Map(weights.filter(([, weight]) => Math.abs(weight) >= 20)),
    constant: Math.round((theta[names.length] as number) * 100),
  }
}

const score = ({ weights, constant }: Model, { features }: Example): number =>
  (features.reduce((sum, feature) => sum + (weights.get(feature) ?? 0), 0) * scale(features.length) +
    constant) /
  100

/** Shares of orders above, and of groups of harmless text below, at several thresholds. */
function tell(scored: readonly { group: string; isOrder: boolean; score: number }[]): void {
  const worst = new Map<string, number>()
  const orders: number[] = []
  for (const { group, isOrder, score } of scored)
    if (isOrder) orders.push(score)
    else worst.set(group, Math.max(worst.get(group) ?? Number.NEGATIVE_INFINITY, score))
  const pages = [...worst]
    .filter(([group]) => /^(?:solutions|guides)\//.test(group))
    .map(([, score]) => score)
  const readmes = [...worst].filter(([group]) => group.startsWith('node_modules/')).map(([, score]) => score)
  const lines = [...worst].filter(([group]) => !group.endsWith('.md')).map(([, score]) => score)
  const share = (list: readonly number[], least: number) =>
    `${((100 * list.filter((score) => score > least).length) / list.length).toFixed(1)} %`
  for (const least of [-0.5, 0, 0.5, 1, 1.25, 1.5, 1.75, 2, 3])
    console.log(
      `above ${least}: orders ${share(orders, least)}, pages ${share(pages, least)}, kept ${share(lines, least)}, READMEs ${share(readmes, least)}`,
    )
}

const pages = published()
const examples = [
  ...pages,
  ...written('scripts/orders/corpus.yaml'),
  ...written('test/checks/orders.yaml'),
  ...readmes(),
]
if (process.argv.includes('--cross')) {
  const groups = [...new Set(examples.map(({ group }) => group))]
  const part = new Map(groups.map((group, index) => [group, ((index * 7919) % 101) % 4]))
  tell(
    [0, 1, 2, 3].flatMap((own) => {
      const model = weigh(examples.filter(({ group }) => part.get(group) !== own))
      return examples
        .filter(({ group }) => part.get(group) === own)
        .map((one) => ({ group: one.group, isOrder: one.isOrder, score: scoreOf(model, one) }))
    }),
  )
} else {
  const model = weigh(examples)
  const entries = [...model.weights].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = entries.map(([name, weight]) => `  ${weight} ${name}`)
  const file = here('src/checks/data/order-words.yaml')
  const before = readFileSync(file, 'utf8').replace(/^(?:known|constant):[\s\S]*/m, '')
  const known = [...pagesOf].flatMap(([stem, count]) =>
    count >= fewestPages && /^[a-z']/.test(stem) ? stem : [],
  )
  const rows =
    known
      .sort()
      .join(' ')
      .match(/.{1,110}(?: |$)/g) ?? []
  writeFileSync(
    file,
    `${before}known: >\n${rows.map((row) => `  ${row.trim()}\n`).join('')}constant: ${model.constant}\nweights: |\n${lines.join('\n')}\n`,
  )
  console.log(`${entries.length} weights`)
  tell(examples.map((one) => ({ group: one.group, isOrder: one.isOrder, score: scoreOf(model, one) })))
}
