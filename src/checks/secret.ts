import { placeAt } from '../model/text.ts'
import { is, secrets } from './data.ts'
import type { Check } from './rule.ts'

/** A span of the text, in UTF-16 units. */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  readonly name: string
  readonly value: string
}

/** Keys and passwords that look real. */
export function findSecrets(text: string): FoundSecret[] {
  const found = new Map<number, FoundSecret>()
  const { patterns, isPossible } = secrets()
  for (const { name, pattern } of isPossible(text) ? patterns : []) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0]
      if (name === 'password in an address' ? isHarmless(value, match[2] ?? '') : isSample(value)) continue
      const start = match.index + match[0].indexOf(value)
      if (!found.has(start)) found.set(start, { start, end: start + value.length, name, value })
    }
  }
  return [...found.values(), ...privateKeys(text)]
}

const keyHeader = /-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----/g
const keyFooter = /-----END [A-Z ]{3,40}-----/y
/** A line of the key, or an escaped line end as it is printed in JSON and code. */
const keyToken = /\\[nr]|[A-Za-z0-9+/=]+/g
/** The first line of the key begins at most this far after the header: some formats have headers of their own. */
const keyHeaders = 600

/** Code instead of one pattern, which would backtrack without end over optional headers, line ends and escapes. */
function privateKeys(text: string): FoundSecret[] {
  return [...text.matchAll(keyHeader)].flatMap((header) => {
    const from = header.index + header[0].length
    const dashes = text.indexOf('-----', from)
    const body = text.slice(from, dashes === -1 ? undefined : dashes)
    const tokens = [...body.matchAll(keyToken)]
    const first = tokens.findIndex(([line]) => line.length >= 40)
    const line = tokens[first]
    if (line === undefined || line.index > keyHeaders || isSample(line[0])) return []
    let end = from + line.index + line[0].length
    keyFooter.lastIndex = dashes
    if (dashes !== -1 && keyFooter.test(text)) end = keyFooter.lastIndex
    else
      for (const next of tokens.slice(first + 1)) {
        const between = text.slice(end, from + next.index)
        if (/[^\s\\"',]/.test(between)) break
        if (next[0].length >= 24) end = from + next.index + next[0].length
        else if (!/^(?:\\[nr]|\+)$/.test(next[0])) break
      }
    const value = text.slice(header.index, end)
    return [{ start: header.index, end, name: 'private key', value }]
  })
}

/** A value that a reader can tell from a real one: a documented sample, or letters that repeat or count. */
function isSample(value: string): boolean {
  if (secrets().documented.has(value) || is('sampleValue', value)) return true
  const body = value.replace(/^(?:[A-Za-z]{2,10}[-_])+(?:v1-|\d{2}-)?/, '')
  return new Set(body.toLowerCase()).size <= Math.min(8, body.length / 2)
}

/** `postgres:postgres@localhost` is what every tutorial has. */
const isHarmless = (word: string, host: string): boolean =>
  isSample(word) || is('samplePassword', word) || is('sampleHost', host)

export const secret: Check = {
  checkText({ text }, report) {
    for (const { start, name, value } of findSecrets(text))
      report(
        placeAt(text, start),
        `Unexpected ${name} that looks real (\`${value.slice(0, 6)}…\`, ${value.length} characters), expected a placeholder`,
      )
  },
}
