import type { Heading } from '../model/solution.ts'

/** A short page is seen at a glance. */
const headingsForContents = 5

/** The table of contents of a page with free headings. */
export function contentsOf(headings: readonly Heading[]) {
  const top = headings.filter(({ depth }) => depth === 2)
  return headings.length < headingsForContents ? [] : top.map(({ id, text }) => ({ id, text, below: [] }))
}
