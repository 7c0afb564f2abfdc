import type { Place } from '../model/problem.ts'
import { blankSpans } from '../model/text.ts'
import { characters, is, pattern } from './data.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { onPage } from './rule.ts'

export const ascii = /^[\0-\x7f]*$/

/** The letter that a look-alike stands for, as in `lodаsh` with a Cyrillic letter. */
const withLatinLetters = (text: string): string =>
  text.replace(/[^\0-\x7f]/gu, (letter) => characters().lookAlikes.get(letter) ?? letter)

/** Text as patterns meet it: one case, one width, no marks, no hidden characters, single spaces. */
export interface Folded {
  /** With the letters of its own script. */
  readonly own: string
  /** With look-alikes turned into Latin letters and accents gone. */
  readonly latin: string
}

export function fold(text: string): Folded {
  if (ascii.test(text)) {
    const own = joinSpaced(text.toLowerCase().replace(/\s+/g, ' '))
    return { own, latin: own }
  }
  const hidden = hiddenCharacters(text).map(
    ({ offset, codePoint }) => [offset, offset + (codePoint > 0xffff ? 2 : 1)] as const,
  )
  const visible = blankSpans(text, hidden, '')
  const own = joinSpaced(visible.normalize('NFKC').toLowerCase().replace(/\s+/g, ' '))
  const latin = withLatinLetters(own)
    .normalize('NFD')
    .replace(/([a-z])\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[‘’ʼ]/g, "'")
  return { own, latin }
}

/** `i g n o r e` and `i.g.n.o.r.e` are one word to a model. */
const joinSpaced = (text: string): string =>
  mayBeSpaced.test(text)
    ? text.replace(/(?<![\p{L}\p{N}])(?:\p{L}[ ._*-]){5,40}\p{L}(?![\p{L}\p{N}])/gu, (letters) =>
        letters.replace(/[ ._*-]/g, ''),
      )
    : text

/** Four letters, each alone: without the properties of Unicode, which take twenty times as long. */
const mayBeSpaced = /[ ._*-](?:[^\0-`{-\x7f]{1,2}[ ._*-]){4}/

/**
 * Offset in the text of an offset in its folded form. Only messages need it, so it is found by folding ever more of
 * the text rather than kept for every character.
 */
export function unfoldOffset(text: string, folded: string, form: keyof Folded, offset: number): number {
  const wanted = folded.slice(0, offset).trimEnd().length
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (fold(text.slice(0, middle))[form].trimEnd().length < wanted + 1) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

const cyrillicLanguages = new Set(['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'mn', 'el', 'hy'])

interface LookAlike {
  readonly offset: number
  readonly text: string
  readonly found: string
  readonly expected: string
}

/** Words that are not what they look like; `strict` for code and titles, where every letter counts. */
function lookAlikes(text: string, strict: boolean, lang: string): LookAlike[] {
  if (ascii.test(text)) return []
  // A whole word of look-alikes is a word of its language where other words are of that script too.
  const whole = strict && !cyrillicLanguages.has(lang) && !/\p{sc=Cyrillic}/u.test(withLatinLetters(text))
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(({ 0: word, index: offset }) => {
    const problem = ascii.test(word) ? undefined : wordProblem(word, strict, whole, lang)
    return problem ? [{ offset, text: word, ...problem }] : []
  })
  for (const { 1: host = '', index: offset } of text.matchAll(pattern('addressHost'))) {
    const isKnown = found.some((word) => word.offset >= offset && word.offset < offset + host.length + 8)
    if (isKnown || !is('foreignInHost', host)) continue
    const problem = { found: 'host name with letters beyond ASCII', expected: 'its plain ASCII name' }
    found.push({ offset, text: host, ...problem })
  }
  return found
}

function wordProblem(
  word: string,
  strict: boolean,
  whole: boolean,
  lang: string,
): Pick<LookAlike, 'found' | 'expected'> | undefined {
  const plain = `\`${word.normalize('NFKC')}\``
  if (is('mathWord', word)) return { found: 'mathematical letters', expected: plain }
  if (strict && is('wideWord', word) && !['ja', 'zh', 'ko'].includes(lang))
    return { found: 'full-width letters', expected: plain }
  const letter = pattern('foreignLetter').exec(word)?.[0]
  const folded = withLatinLetters(word)
  if (letter === undefined || !ascii.test(folded)) return undefined
  const expected = `\`${folded}\``
  const latin = word.match(/[a-z]/gi)?.length ?? 0
  if (latin === 0)
    return whole && word.length >= 3 && /\p{sc=Cyrillic}/u.test(word)
      ? { found: 'a word whose letters are all of another script', expected }
      : undefined
  // An abbreviation with an ending of the text's own language: `URLа`, `APIе`.
  if (/^[A-Z]{2,}\p{Ll}{1,2}$/u.test(word) && cyrillicLanguages.has(lang)) return undefined
  // Formulas and units: `Δx`, `αx`.
  if (latin === 1 && word.length < 4 && /\p{sc=Greek}/u.test(word)) return undefined
  return { found: `the letter U+${hex(letter)} of another script in a Latin word`, expected }
}

const hex = (letter: string): string =>
  (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

export const lookAlike = onPage(({ parsed, prose, code, values }, report) => {
  if (ascii.test(parsed.document.text)) return
  const { lang } = parsed
  const refuse = (text: string, strict: boolean, placeAt: (offset: number) => Place) => {
    for (const { offset, text: word, found, expected } of lookAlikes(text, strict, lang).slice(0, 3)) {
      report(placeAt(offset), `Unexpected ${found}: \`${word}\`, expected ${expected}`)
    }
  }
  // Code is read for itself, so its words are taken out of the prose around it.
  for (const { text, quoted, placeAt } of prose) refuse(blankSpans(text, quoted), false, placeAt)
  for (const { text, placeAt } of code) refuse(text, true, placeAt)
  for (const value of values) refuse(value.text, true, () => value.place)
})
