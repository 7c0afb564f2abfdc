/**
 * Text of others, safe on a terminal: everything that is invisible, reorders text or controls the terminal is shown
 * as its code point. Letters of all scripts stay.
 */
export function printable(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: the marks are meant one by one
    /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu,
    (character) =>
      character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}
