import type { Report } from '../model/problem.ts'

/*
 * What stands before the parsers, because parsers of Markdown are quadratic or deeply recursive on inputs that no
 * author writes: a long row of quote marks, thousands of emphasis marks in one paragraph. Limits are far above
 * anything a page needs.
 */

export const nestingPerLine = 6
export const blockCharacters = 6000
export const blockMarks = 400

const nesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const nestingMark = />|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])/g
const marks = /[*_~[\]!|<`]/g

/** Reports blocks that a parser should not be given; false means: do not parse. */
export function guardMarkdown(text: string, firstLine: number, report: Report): boolean {
  let fence: string | undefined
  let blockStart = firstLine
  let characters = 0
  let markCount = 0
  let safe = true
  const refuse = (line: number, found: string, expected: string) => {
    safe = false
    report('file/complexity', { line, column: 1 }, `Unexpected ${found}, expected at most ${expected}`, {
      hint: 'Break the text into shorter paragraphs, or put it into a fenced code block.',
    })
  }
  const lines = text.split('\n')
  for (const [index, content] of lines.entries()) {
    const line = firstLine + index
    const prefix = nesting.exec(content)?.[0]
    const depth = prefix ? (prefix.match(nestingMark)?.length ?? 0) : 0
    if (depth > nestingPerLine)
      refuse(line, `${depth} nested quotes and lists in one line`, String(nestingPerLine))
    const mark = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]*)?(`{3,}|~{3,})/.exec(content)?.[1]
    if (
      fence === undefined &&
      mark !== undefined &&
      !content.slice(content.indexOf(mark) + mark.length).includes('`')
    ) {
      fence = mark
      characters = markCount = 0
      continue
    }
    if (fence !== undefined) {
      if (
        mark?.[0] === fence[0] &&
        mark !== undefined &&
        mark.length >= fence.length &&
        content.trim() === mark
      )
        fence = undefined
      continue
    }
    if (content.trim() === '') {
      characters = markCount = 0
      blockStart = line + 1
      continue
    }
    characters += content.length
    markCount += content.match(marks)?.length ?? 0
    if (characters > blockCharacters || markCount > blockMarks) {
      if (characters > blockCharacters)
        refuse(blockStart, 'paragraph of more characters', String(blockCharacters))
      else refuse(blockStart, 'number of Markdown marks in one block', String(blockMarks))
      characters = markCount = Number.NEGATIVE_INFINITY
    }
  }
  return safe
}
