/*
 * Characters that a model reads and a person does not see, or that display text in another order.
 * Deliberately shares no code with the rule that checks the sources, so that a bug in one is found by the other.
 */

const flags = [...['gbeng', 'gbsct', 'gbwls'].map(tagged)].join('|')

/** Never visible, or visible only in some contexts. Tab and line feed are the two control characters that text needs. */
const invisible =
  '\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2028\\u2029\\u2800\\u3164\\ufe00-\\ufe0f\\uffa0' +
  '\\u{e0100}-\\u{e01ef}\\p{Cf}\\p{Co}\\p{Cn}\\p{Cs}'

const suspect = new RegExp(`[${invisible}]|\\p{M}{5}`, 'u')
const suspects = new RegExp(`\\u{1f3f4}(?:${flags})\\u{e007f}|[${invisible}]|\\p{M}{5}`, 'gu')

/** Matches a character outside of ranges that are all visible: a fast test that settles nearly every text. */
const unusual =
  /[^\t\n -~\u00a0-\u00ac\u00ae-\u02ff\u0400-\u0481\u2010-\u2027\u2030-\u205e\u2190-\u27ff\u3041-\u3096\u30a0-\u30ff\u3000-\u3029\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]/

/** Format characters that are drawn: Arabic, Syriac and Kaithi number signs and ends of verses. */
const drawn = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u

const joiningLetter =
  '(?=[\\p{L}\\p{M}])[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}]'
const endsJoining = new RegExp(`${joiningLetter}$`, 'u')
const startsJoining = new RegExp(`^${joiningLetter}`, 'u')
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const endsPictograph = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u
const startsPictograph = /^\p{Extended_Pictographic}/u

/** The first hidden character of a text as `U+200B after "some words"`, or undefined. */
export function hiddenCharacter(text: string): string | undefined {
  if (!unusual.test(text) || !suspect.test(text)) return undefined
  for (const { 0: found, index } of text.matchAll(suspects)) {
    if (found.length > 3 && found.startsWith('\u{1f3f4}')) continue
    const before = text.slice(Math.max(0, index - 40), index)
    const after = text.slice(index + found.length, index + 40)
    if (!isVisibleThere(found, before, after))
      return `${name(found)} after ${JSON.stringify(before.slice(-12).replace(/^.*\n/s, ''))}`
  }
  return undefined
}

/** Joiners of scripts that need them, emoji, and marks of direction beside letters that run from the right. */
function isVisibleThere(character: string, before: string, after: string): boolean {
  switch (character) {
    case '\u200d':
      return endsJoining.test(before) || (endsPictograph.test(before) && startsPictograph.test(after))
    case '\u200c':
      return endsJoining.test(before) || startsJoining.test(after)
    case '\u200e':
    case '\u200f':
    case '\u061c':
      return rightToLeft.test(before) || rightToLeft.test(after)
    case '\ufe0e':
    case '\ufe0f':
      return /[0-9#*]$/.test(before) ? after.startsWith('\u20e3') : /\p{Emoji}$/u.test(before)
  }
  if (/^[\u{e0100}-\u{e01ef}]$/u.test(character)) return /\p{Script=Han}$/u.test(before)
  return drawn.test(character)
}

const name = (found: string): string =>
  `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A pattern for letters as the tag characters that spell a flag. */
function tagged(letters: string): string {
  return [...letters].map((letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join('')
}
