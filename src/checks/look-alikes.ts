import type { Place } from '../model/problem.ts'
import { blankSpans } from '../model/text.ts'
import { is, pattern } from './data.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import type { Check } from './rule.ts'

/**
 * Letters of other scripts that are drawn like a Latin one, cut from Unicode's confusables to those that most fonts
 * draw alike.
 */
const latinOf: ReadonlyMap<string, string> = new Map(
  [
    // Cyrillic
    ['аеорсухіјѕһԁԛԝѵӏү', 'aeopcyxijshdqwvly'],
    ['АВЕКМНОРСТУХІЈЅԌԚԜЅ', 'ABEKMHOPCTYXIJSGQWS'],
    ['к', 'k'],
    // Greek
    ['οανιρυτκχε', 'oavipytkxe'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    // Armenian, Cherokee, phonetic letters
    ['օսոհցզ', 'ounhgq'],
    ['ᎪᏴᏟᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᏔᏃ', 'ABCEHJKLMPRSTVWZ'],
    ['ɑɡɩ', 'agi'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, index) => [letter, to[index] ?? ''] as const)),
)

const foreign = new RegExp(`[${[...latinOf.keys()].join('')}]`, 'gu')
const ascii = /^[\0-\x7f]*$/

/** The letter that a look-alike stands for, as in `lodаsh` with a Cyrillic letter. */
export const withLatinLetters = (text: string): string =>
  text.replace(foreign, (letter) => latinOf.get(letter) ?? letter)

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
  const hidden = hiddenCharacters(text)
  let visible = ''
  let at = 0
  for (const { offset, codePoint } of hidden) {
    visible += text.slice(at, offset)
    at = offset + (codePoint > 0xffff ? 2 : 1)
  }
  visible += text.slice(at)
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

const word = /[\p{L}\p{N}_]+(?:[-.@/][\p{L}\p{N}_]+)*/gu
const cyrillicLanguages = new Set(['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'mn', 'el', 'hy'])

interface LookAlike {
  readonly offset: number
  readonly text: string
  readonly found: string
  readonly expected: string
}

/** Words that are not what they look like; `strict` for code and titles, where every letter counts. */
export function lookAlikes(text: string, { strict, lang }: { strict: boolean; lang: string }): LookAlike[] {
  if (ascii.test(text)) return []
  const found: LookAlike[] = []
  // A whole word of look-alikes is a word of its language where other words are of that script too.
  const whole = strict && !cyrillicLanguages.has(lang) && !/\p{sc=Cyrillic}/u.test(withLatinLetters(text))
  for (const { 0: token, index } of text.matchAll(word)) {
    if (ascii.test(token)) continue
    for (const part of token.matchAll(/[\p{L}\p{N}]+/gu)) {
      const problem = wordProblem(part[0], strict, whole, lang)
      if (problem) found.push({ offset: index + part.index, text: part[0], ...problem })
    }
  }
  for (const { 1: host = '', index } of text.matchAll(pattern('addressHost'))) {
    if (
      !/[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Cherokee}\uff01-\uff5e]|[\u00c0-\u024f]/u.test(host)
    )
      continue
    if (found.some(({ offset }) => offset >= index && offset < index + host.length + 8)) continue
    found.push({
      offset: index,
      text: host,
      found: 'host name with letters beyond ASCII',
      expected: 'its plain ASCII name',
    })
  }
  return found
}

function wordProblem(
  part: string,
  strict: boolean,
  whole: boolean,
  lang: string,
): Pick<LookAlike, 'found' | 'expected'> | undefined {
  if (is('mathWord', part))
    return { found: 'mathematical letters', expected: `\`${part.normalize('NFKC')}\`` }
  if (strict && is('wideWord', part) && !['ja', 'zh', 'ko'].includes(lang)) {
    return { found: 'full-width letters', expected: `\`${part.normalize('NFKC')}\`` }
  }
  const letter = pattern('foreignLetter').exec(part)?.[0]
  if (letter === undefined) return undefined
  const folded = withLatinLetters(part)
  if (!ascii.test(folded)) return undefined
  const latin = part.match(/[a-z]/gi)?.length ?? 0
  if (latin > 0) {
    // An abbreviation with an ending of the text's own language: `URLа`, `APIе`.
    if (/^[A-Z]{2,}\p{Ll}{1,2}$/u.test(part) && cyrillicLanguages.has(lang)) return undefined
    // Formulas and units: `Δx`, `αx`.
    if (latin === 1 && part.length < 4 && /\p{sc=Greek}/u.test(part)) return undefined
    return {
      found: `the letter U+${hex(letter)} of another script in a Latin word`,
      expected: `\`${folded}\``,
    }
  }
  if (whole && part.length >= 3 && /\p{sc=Cyrillic}/u.test(part)) {
    return { found: 'a word whose letters are all of another script', expected: `\`${folded}\`` }
  }
  return undefined
}

const hex = (letter: string): string =>
  (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')

export const lookAlike: Check = {
  checkPage({ parsed, prose, code, values }, report) {
    if (ascii.test(parsed.document.text)) return
    const { lang } = parsed
    const refuse = (text: string, strict: boolean, placeAt: (offset: number) => Place) => {
      for (const { offset, text: word, found, expected } of lookAlikes(text, { strict, lang }).slice(0, 3)) {
        report(placeAt(offset), `Unexpected ${found}: \`${word}\`, expected ${expected}`)
      }
    }
    // Code is read for itself, so its words are taken out of the prose around it.
    for (const { text, quoted, placeAt } of prose) {
      refuse(blankSpans(text, quoted), false, placeAt)
    }
    for (const { text, placeAt } of code) refuse(text, true, placeAt)
    for (const value of values) refuse(value.text, true, () => value.place)
  },
}
