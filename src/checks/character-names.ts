/** Unicode names of the hidden characters that writers and attackers use most. */
const names: Readonly<Record<number, string>> = {
  0: 'NULL',
  7: 'BELL',
  8: 'BACKSPACE',
  13: 'CARRIAGE RETURN',
  27: 'ESCAPE',
  127: 'DELETE',
  133: 'NEXT LINE',
  173: 'SOFT HYPHEN',
  847: 'COMBINING GRAPHEME JOINER',
  1564: 'ARABIC LETTER MARK',
  4447: 'HANGUL CHOSEONG FILLER',
  4448: 'HANGUL JUNGSEONG FILLER',
  6158: 'MONGOLIAN VOWEL SEPARATOR',
  8203: 'ZERO WIDTH SPACE',
  8204: 'ZERO WIDTH NON-JOINER',
  8205: 'ZERO WIDTH JOINER',
  8206: 'LEFT-TO-RIGHT MARK',
  8207: 'RIGHT-TO-LEFT MARK',
  8232: 'LINE SEPARATOR',
  8233: 'PARAGRAPH SEPARATOR',
  8234: 'LEFT-TO-RIGHT EMBEDDING',
  8235: 'RIGHT-TO-LEFT EMBEDDING',
  8236: 'POP DIRECTIONAL FORMATTING',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  8288: 'WORD JOINER',
  8289: 'FUNCTION APPLICATION',
  8290: 'INVISIBLE TIMES',
  8291: 'INVISIBLE SEPARATOR',
  8292: 'INVISIBLE PLUS',
  8294: 'LEFT-TO-RIGHT ISOLATE',
  8295: 'RIGHT-TO-LEFT ISOLATE',
  8296: 'FIRST STRONG ISOLATE',
  8297: 'POP DIRECTIONAL ISOLATE',
  10240: 'BRAILLE PATTERN BLANK',
  12644: 'HANGUL FILLER',
  65279: 'ZERO WIDTH NO-BREAK SPACE (byte order mark)',
  65440: 'HALFWIDTH HANGUL FILLER',
  65532: 'OBJECT REPLACEMENT CHARACTER',
}

/** Families of hidden characters that have no name worth showing. */
const families: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x17b4, 0x17b5, 'KHMER INHERENT VOWEL'],
  [0x180b, 0x180f, 'MONGOLIAN VARIATION SELECTOR'],
  [0xd800, 0xdfff, 'half of a surrogate pair'],
  [0xe000, 0xf8ff, 'PRIVATE USE CHARACTER'],
  [0xfe00, 0xfe0f, 'VARIATION SELECTOR'],
  [0xfff9, 0xfffb, 'INTERLINEAR ANNOTATION MARK'],
  [0xe0100, 0xe01ef, 'VARIATION SELECTOR'],
  [0xf0000, 0x10ffff, 'PRIVATE USE CHARACTER'],
]

/** `U+200B ZERO WIDTH SPACE`: what a message calls a character that can't be shown. */
export function nameOfHidden(codePoint: number): string {
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  if (codePoint > 0xe0020 && codePoint < 0xe007f) {
    return `${code} TAG CHARACTER “${String.fromCodePoint(codePoint - 0xe0000)}”`
  }
  const family = families.find(([from, to]) => codePoint >= from && codePoint <= to)?.[2]
  if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0))
    return `${code} ${names[codePoint] ?? 'CONTROL CHARACTER'}`
  return `${code} ${names[codePoint] ?? family ?? 'UNASSIGNED OR INVISIBLE CHARACTER'}`
}
