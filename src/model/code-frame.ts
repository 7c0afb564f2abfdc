import { printable } from './printable.ts'

const frameWidth = 100

/** The line with a mark under the column, and one line of context above. Safe on a terminal. */
export function codeFrame(text: string, line: number, column: number): string[] {
  const lines = text.split('\n')
  const gutter = String(line).length
  const shown = [line - 1, line].filter((number) => number >= 1 && lines[number - 1] !== undefined)
  // A long line is shown from a little before the place, so that the mark is in sight.
  const from = column > frameWidth - 10 ? column - 40 : 0
  const frame = shown.map(
    (number) =>
      `${String(number).padStart(gutter)} | ${printable((lines[number - 1] ?? '').slice(from, from + frameWidth))}`,
  )
  return [
    ...frame,
    `${' '.repeat(gutter)} | ${' '.repeat(Math.max(0, printable((lines[line - 1] ?? '').slice(from, column - 1)).length))}^`,
  ]
}
