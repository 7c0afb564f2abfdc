import { parseFragment } from 'parse5'
import { textOf } from './html.ts'

/*
 * Compares a piece of Markdown with the HTML made of it, without a Markdown parser. Only letters and digits are
 * compared, because everything else may be markup in one and text in the other. Each side must contain the other's
 * letters in the same order, after those that are not shown were removed from the Markdown: addresses of links, the
 * language of a fence, numbers of list items. A pattern that removes too much only makes the second comparison less
 * strict.
 */

const reference = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g
const blockMarks = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]|$)))+(?:[ \t]+\[[ xX]\](?=\s))?/gm
const fenceInfo = /^([ \t>]*(?:`{3,}|~{3,}))[ \t]*\S*(.*)/gm
const fenceWords = /\b(?:file=\S+|(?<!no)run=\w+|norun=|caution=)/g
const inlineAddress = /\]\((<[^>\n]*>|(?:[^\s()]|\([^\s()]*\))*)\)/g
const definition = /^[ \t>]*\[([^\]\n]+)\]:[ \t]*(<[^>\n]*>|\S+)[ \t]*$/gm
const label = /\]\[[^\]\n]*\]/g

/** The first difference, or undefined. `labels` are those that links of the whole file use. */
export function difference(markdown: string, shown: string, labels: ReadonlySet<string>): string | undefined {
  const visible = letters(shown)
  if (letters(shownPart(markdown, labels)) === visible) return undefined
  const lost = firstMissing(visible, letters(withDecoded(markdown)))
  if (lost) return `the page adds ${lost}`
  const added = firstMissing(letters(shownPart(markdown, labels)), visible)
  return added && `the twin adds ${added}`
}

/** What is compared of a text. */
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

/** The place in `part` whose letters `whole` does not contain in this order. */
function firstMissing(part: string, whole: string): string | undefined {
  let at = 0
  for (let index = 0; index < part.length; index++) {
    const found = part[index] === whole[at] ? at : whole.indexOf(part.charAt(index), at)
    if (found === -1) return near(part, whole)
    at = found + 1
  }
  return undefined
}

/** Single letters match too far ahead to show where the difference is, so the message looks for longer pieces. */
function near(part: string, whole: string): string {
  let at = 0
  for (let index = 0; index < part.length; index++) {
    const found = whole.indexOf(part.slice(index, index + 8), at)
    if (found === -1 || found - at > 200) return `“${part.slice(Math.max(0, index - 12), index + 24)}”`
    at = found + 1
  }
  return `“${part.slice(-24)}”`
}

/** A link that only one of page and twin has, or undefined: the same words can lead elsewhere. `links` are absolute. */
export function linkDifference(
  markdown: string,
  { text, links }: { readonly text: string; readonly links: readonly string[] },
): string | undefined {
  const inTwin = addressesIn(markdown)
  const normalInTwin = new Set(inTwin.map(normal))
  const normalOnPage = new Set(links.map(normal))
  const lost = links.find((link) => !normalInTwin.has(normal(link)) && !markdown.includes(link))
  if (lost !== undefined) return `only the page leads to ${lost}`
  // What looks like a link in a code block is in the page's text, marks and all.
  const isAdded = (address: string, asText: string) =>
    !normalOnPage.has(normal(address)) && !text.includes(asText)
  const added =
    inTwin.find((address) => isAdded(address, address)) ??
    autolinksIn(markdown).find((address) => isAdded(address, `<${address}>`))
  return added && `only the twin leads to ${added}`
}

function addressesIn(markdown: string): string[] {
  const inline = [...markdown.matchAll(inlineAddress)].map(([, address = '']) => address)
  const defined = [...markdown.matchAll(definition)].map(([, , address = '']) => address)
  return [...inline, ...defined].map((address) => address.replace(/^<(.*)>$/, '$1'))
}

/** `<scheme:…>`: an address that a reader of the Markdown can follow, whatever its scheme. */
const autolinksIn = (markdown: string): string[] =>
  [...markdown.matchAll(/<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>/g)].map(([, address = '']) => address)

/** One form for all ways to write an address: escapes, references, letters that a URL has to encode. */
function normal(address: string): string {
  const plain = address
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(reference, (whole) => textOf(parseFragment(whole)))
  return URL.canParse(plain) ? new URL(plain).href : plain
}
