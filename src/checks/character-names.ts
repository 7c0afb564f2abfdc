import { characters } from './data.ts'

/** `U+200B ZERO WIDTH SPACE`: what a message calls a character that can't be shown. */
export function nameOfHidden(codePoint: number): string {
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
