import type { Nodes } from 'mdast'
import { placeOf } from '../model/document.ts'
import { placeAt } from '../model/text.ts'
import { characters, is, pattern } from './data.ts'
import type { Check } from './rule.ts'

/** A character that is not allowed at its position. */
export interface Hidden {
  readonly offset: number
  readonly codePoint: number
  /** For people: `U+202E RIGHT-TO-LEFT OVERRIDE`. */
  readonly name: string
}

/** Characters that are invisible, that reorder text, or that fonts need not draw. */
const suspect =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the marks are meant one by one
  /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u
const beyondPlain = /[^\x20-\x7e\n\t]/gu
const markRun = /\p{M}{5,}/gu

export function hiddenCharacters(text: string): Hidden[] {
  const found: Hidden[] = []
  let marks = 0
  let needed: (readonly [start: number, end: number])[] | undefined
  for (const { 0: character, index } of text.matchAll(beyondPlain)) {
    if (/\p{M}/u.test(character)) marks++
    if (!suspect.test(character)) continue
    needed ??= [...text.matchAll(pattern('neededCharacter'))].map((one) => [
      one.index,
      one.index + one[0].length,
    ])
    if (needed.some(([start, end]) => start <= index && index < end)) continue
    if (/[\u200e\u200f\u061c]/.test(character) && is('rightToLeft', lettersAround(text, index))) continue
    const codePoint = character.codePointAt(0) ?? 0
    found.push({ offset: index, codePoint, name: nameOfHidden(codePoint) })
  }
  if (marks < 5) return found
  for (const { 0: pile, index } of text.matchAll(markRun)) {
    const codePoint = pile.codePointAt(0) ?? 0
    if (/^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(pile)) continue
    found.push({ offset: index, codePoint, name: `pile of ${[...pile].length} combining marks` })
  }
  return found.sort((a, b) => a.offset - b.offset)
}

/** The nearest letter on either side in the same line. */
function lettersAround(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 24), index)
  const after = text.slice(index + 1, index + 25)
  return (/(\p{L})[^\p{L}\n]*$/u.exec(before)?.[1] ?? '') + (/^[^\p{L}\n]*(\p{L})/u.exec(after)?.[1] ?? '')
}

const refusal = ({ name }: Hidden, where = ''): string =>
  `Unexpected ${name}${where}, which nobody sees and programs read, expected visible text`

/** So many are reported one by one; the rest of a file is one more problem, with their number. */
const shown = 5

export const hiddenCharacter: Check = {
  checkText({ text }, report) {
    const found = hiddenCharacters(text)
    for (const hidden of found.slice(0, shown)) report(placeAt(text, hidden.offset), refusal(hidden))
    const next = found[shown]
    const more = `Unexpected ${found.length - shown} more hidden characters, expected none`
    if (next) report(placeAt(text, next.offset), more)
  },
  checkPage({ parsed: { document }, nodes, values }, report) {
    const hasEscapes = /\\[eaUuxbfv0NLP_]/.test(document.text.slice(0, document.bodyStart))
    for (const { text, place } of hasEscapes ? values : [])
      for (const hidden of hiddenCharacters(text).slice(0, 1))
        report(place, refusal(hidden, ' written as an escape'))
    for (const node of nodes) {
      const raw = document.text.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
      if ('children' in node && node.type !== 'link' && node.type !== 'linkReference') continue
      if (!raw.includes('&')) continue
      for (const hidden of textsOf(node).flatMap(hiddenCharacters)) {
        // What is in the file as it stands has been found there.
        if (raw.includes(String.fromCodePoint(hidden.codePoint))) continue
        report(placeOf(node), refusal(hidden, ' written as a character reference'))
      }
    }
  },
}

function textsOf(node: Nodes): string[] {
  return ['value', 'url', 'label', 'title', 'meta', 'lang', 'alt'].flatMap((key) => {
    const text = (node as unknown as Record<string, unknown>)[key]
    return typeof text === 'string' ? [text] : []
  })
}

/** `U+200B ZERO WIDTH SPACE`: what a message calls a character that can't be shown. */
function nameOfHidden(codePoint: number): string {
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  if (codePoint > 0xe0020 && codePoint < 0xe007f) {
    return `${code} TAG CHARACTER “${String.fromCodePoint(codePoint - 0xe0000)}”`
  }
  const { names, ranges } = characters()
  const range = ranges.find(({ from, to }) => codePoint >= from && codePoint <= to)
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0))
    return `${code} ${names[codePoint] ?? 'CONTROL CHARACTER'}`
  return `${code} ${names[codePoint] ?? range?.name ?? 'UNASSIGNED OR INVISIBLE CHARACTER'}`
}
