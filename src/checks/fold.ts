import { hiddenCharacters } from './hidden-characters.ts'

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
