import { parseFragment } from 'parse5'
import { textOf } from './html-tree.ts'

/*
 * Whether a piece of Markdown and the HTML made of it say the same, without a Markdown parser. Only letters and
 * digits are compared, because everything else may be markup in one and text in the other. Each side must hold the
 * other's letters in the same order, after the Markdown has lost those that are not shown: addresses of links, the
 * language of a fence, numbers of list items. A pattern that takes away too much only makes the second comparison
 * milder.
 */

export const reference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g
const blockMarks = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]|$)))+(?:[ \t]+\[[ xX]\](?=\s))?/gm
const fenceInfo = /^([ \t>]*(?:`{3,}|~{3,}))[ \t]*\S*(.*)/gm
const fenceWords = /\b(?:file=\S+|run=\w+|caution=)/g
export const inlineAddress = /\]\((<[^>\n]*>|(?:[^\s()]|\([^\s()]*\))*)\)/g
export const definition = /^[ \t>]*\[([^\]\n]+)\]:[ \t]*(<[^>\n]*>|\S+)[ \t]*$/gm
const label = /\]\[[^\]\n]*\]/g

/** Where the two part, or undefined when they say the same. `labels` are those that links of the whole file use. */
export function difference(markdown: string, shown: string, labels: ReadonlySet<string>): string | undefined {
  const visible = letters(shown)
  if (letters(shownPart(markdown, labels)) === visible) return undefined
  const lost = firstMissing(visible, letters(withDecoded(markdown)))
  return lost ? `the page adds ${lost}` : additions(markdown, shown, labels)
}

/** What the Markdown says and the page does not. */
export function additions(markdown: string, shown: string, labels: ReadonlySet<string>): string | undefined {
  const added = firstMissing(letters(shownPart(markdown, labels)), letters(shown))
  return added && `the twin adds ${added}`
}

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** `&eacute;` is a letter in prose and a word in code; the page shows one of them. */
function withDecoded(markdown: string): string {
  return markdown.replace(reference, (whole) => whole + textOf(parseFragment(whole)))
}

function shownPart(markdown: string, labels: ReadonlySet<string>): string {
  return markdown
    .replace(blockMarks, '')
    .replace(fenceInfo, (_, fence: string, words: string) => fence + words.replace(fenceWords, ''))
    .replace(definition, (whole, name: string) => (labels.has(name.toLowerCase()) ? '' : whole))
    .replace(inlineAddress, ']')
    .replace(label, ']')
    .replace(reference, '')
}

/** The place in `part` whose letters `whole` does not hold in this order. */
function firstMissing(part: string, whole: string): string | undefined {
  let at = 0
  for (let index = 0; index < part.length; index++) {
    const found = part[index] === whole[at] ? at : whole.indexOf(part.charAt(index), at)
    if (found === -1) return near(part, whole)
    at = found + 1
  }
  return undefined
}

/** Single letters are found too far ahead to show where the two part, so the message looks for longer pieces. */
function near(part: string, whole: string): string {
  let at = 0
  for (let index = 0; index < part.length; index++) {
    const found = whole.indexOf(part.slice(index, index + 8), at)
    if (found === -1 || found - at > 200) return `“${part.slice(Math.max(0, index - 12), index + 24)}”`
    at = found + 1
  }
  return `“${part.slice(-24)}”`
}
