import { hiddenCharacters } from '../checks/hidden-characters.ts'
import { printable } from '../model/text.ts'

/** The text with what nobody sees in words: `[U+200B ZERO WIDTH SPACE]`. What emoji and scripts need stays. */
export function spellOut(text: string): string {
  let shown = ''
  let at = 0
  for (const { offset, codePoint, name } of hiddenCharacters(text)) {
    if (offset < at) continue
    const length = String.fromCodePoint(codePoint).length
    shown += `${text.slice(at, offset)}[${name}]`
    // A pile of marks is named as a whole and shown too: taking it away would change the word.
    at = name.startsWith('pile ') ? offset : offset + length
  }
  return shown + text.slice(at)
}

/** On one line and no longer than so many characters. */
export const shortLine = (text: string, length: number): string =>
  printable(text.replace(/\s+/g, ' ')).slice(0, length)
