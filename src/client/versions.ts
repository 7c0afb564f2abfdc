import type { MatchEntry } from './catalog-files.ts'
import { isNumber, tokenize } from './words.ts'

type Version = readonly number[]

/** Words between the name of a product and its version: `Node.js v22.11.0`, `codex-cli version 0.148.0`. */
const between = new Set(['v', 'version', 'ver', 'js', 'cli', 'is', 'release'])
const mostBetween = 2
const parts = 3

/** Versions of a product that a text names. */
function versionsOf(product: string, sequence: readonly string[]): Version[] {
  const name = tokenize(product.split('(')[0] ?? '')
  const found: Version[] = []
  for (let at = sequence.indexOf(name[0] ?? ''); at !== -1; at = sequence.indexOf(name[0] ?? '', at + 1)) {
    if (!name.every((word, index) => sequence[at + index] === word)) continue
    let from = at + name.length
    while (from <= at + name.length + mostBetween && between.has(sequence[from] ?? '')) from++
    const numbers: number[] = []
    while (numbers.length < parts && isNumber(sequence[from + numbers.length] ?? ''))
      numbers.push(Number(sequence[from + numbers.length]))
    // A single number may be a port or a status.
    if (numbers.length > 1) found.push(numbers)
  }
  return found
}

function compare(a: Version, b: Version): number {
  for (let at = 0; at < parts; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Does the version fulfil `>=1.2`, `<2`, `2.x` or `1.1.24`? Undefined for what it can't read. */
function fulfils(version: Version, comparator: string): boolean | undefined {
  const [, operator = '', text = ''] = /^(>=|<=|<|>|)(\d+(?:\.(?:\d+|x))*)$/.exec(comparator) ?? []
  if (text === '') return undefined
  const limit = text
    .split('.')
    .filter((part) => part !== 'x')
    .map(Number)
  if (operator === '') return limit.every((part, at) => part === version[at])
  const difference = compare(version, limit)
  return difference === 0 ? operator.endsWith('=') : operator.startsWith('>') === difference > 0
}

function isIn(version: Version, range: string): boolean {
  const isInAll = (all: string) => all.split(/\s+/).every((one) => fulfils(version, one) ?? true)
  return range.split('||').some((all) => isInAll(all.trim()))
}

/** `npm 11.16.0 is outside of >=12.0.0`, if no version in a text is inside; those in the page’s messages don't count. */
export function outsideOf(
  { versions: ranges = {}, errors }: Pick<MatchEntry, 'versions' | 'errors'>,
  sequence: readonly string[],
): string | undefined {
  let outside: string | undefined
  for (const [product, range] of Object.entries(ranges)) {
    const isOwn = (version: Version) =>
      errors.some((text) => versionsOf(product, tokenize(text)).some((own) => compare(own, version) === 0))
    const versions = versionsOf(product, sequence).filter((version) => !isOwn(version))
    if (versions.some((version) => isIn(version, range))) return undefined
    if (versions[0]) outside ??= `${product} ${versions[0].join('.')} is outside of ${range}`
  }
  return outside
}
