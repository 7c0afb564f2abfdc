import type { Nodes, Root } from 'mdast'
import { placeOf } from '../model/document.ts'
import type { Report } from '../model/problem.ts'

/*
 * Markdown parsers are quadratic, and walks over their trees recursive, on inputs that no author writes: a long row of
 * quote marks, thousands of emphasis marks in one paragraph, a table of a thousand columns. `guardMarkdown` runs before
 * the parser, `guardTree` before anything that walks the tree. The limits are far above what a page needs.
 */

const nestingPerLine = 6
/** More than outside, because code may show conflict marks or prompts; still a limit, because it may not be a fence. */
const nestingInFence = 64
const blockCharacters = 6000
const blockMarks = 400
const treeDepth = 40
const tableCells = 3000

const nesting = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const nestingMark = />|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])/g
const marks = /[*_~[\]!|<`]/g
/** A line that may open or close a code fence: its mark and the rest of the line. */
const fenceMark = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]*)?(`{3,}|~{3,})(.*)/

/** The code fences of a text by the lines of their marks; one that is never closed has no end. */
export function fencesOf(lines: readonly string[]) {
  const fences: { mark: string; start: number; end: number | undefined }[] = []
  for (const [line, text] of lines.entries()) {
    const [, mark, rest = ''] = fenceMark.exec(text) ?? []
    const last = fences.at(-1)
    if (mark === undefined) continue
    if (last && last.end === undefined) {
      if (mark.startsWith(last.mark) && rest.trim() === '') last.end = line
    } else if (!mark.startsWith('`') || !rest.includes('`'))
      fences.push({ mark, start: line, end: undefined })
  }
  return fences
}

/** Reports the first block that a parser should not be given; false when there is one. */
export function guardMarkdown(text: string, firstLine: number, report: Report): boolean {
  const refuse = (line: number, found: string, limit: number) => {
    const hint = 'Break the text into shorter paragraphs, or put it into a fenced code block.'
    report('file/complexity', { line, column: 1 }, `Unexpected ${found}, expected at most ${limit}`, hint)
    return false
  }
  const lines = text.split('\n')
  const fences = fencesOf(lines)
  let block = { line: firstLine, characters: 0, marks: 0 }
  for (const [index, content] of lines.entries()) {
    const line = firstLine + index
    while (index > (fences[0]?.end ?? lines.length)) fences.shift()
    const fenceStart = fences[0]?.start ?? lines.length
    const isCode = index > fenceStart
    const depth = nesting.exec(content)?.[0].match(nestingMark)?.length ?? 0
    const limit = isCode ? nestingInFence : nestingPerLine
    if (depth > limit) return refuse(line, `${depth} nested quotes and lists in one line`, limit)

    if (isCode || content.trim() === '') block = { line: line + 1, characters: 0, marks: 0 }
    else if (index !== fenceStart) {
      block.characters += content.length
      block.marks += content.match(marks)?.length ?? 0
    }
    if (block.characters > blockCharacters) return refuse(block.line, 'longer paragraph', blockCharacters)
    if (block.marks > blockMarks)
      return refuse(block.line, 'number of Markdown marks in one block', blockMarks)
  }
  return true
}

/** Reports a tree that is too deep to walk or a table that would fill gigabytes; false when there is one. */
export function guardTree(tree: Root, report: Report): boolean {
  const open: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    if (!('children' in node)) continue
    // The renderer fills every row up to the width of the first.
    const cells = node.type === 'table' ? (node.children[0]?.children.length ?? 0) * node.children.length : 0
    if (depth > treeDepth || cells > tableCells) {
      const found = cells > 0 ? `table of ${cells} cells` : `nesting of more than ${treeDepth} levels`
      const hint = 'Split the page, or cut it down to what the fix needs.'
      report('file/complexity', placeOf(node), `Unexpected ${found}, expected a page for readers`, hint)
      return false
    }
    for (const child of node.children) open.push({ node: child, depth: depth + 1 })
  }
  return true
}
