import { parseFragment } from 'parse5'
import { textOf } from './html-tree.ts'
import { definition, inlineAddress, reference } from './same-words.ts'

/** What the page's text shows and where its links lead. */
export interface Shown {
  readonly text: string
  /** Absolute. */
  readonly links: readonly string[]
}

/** A link that only one of page and twin has, or undefined: words can be the same and lead elsewhere. */
export function linkDifference(markdown: string, { text, links }: Shown): string | undefined {
  const inTwin = addressesIn(markdown)
  const normalInTwin = new Set(inTwin.map(normal))
  const normalOnPage = new Set(links.map(normal))
  const lost = links.find((link) => !normalInTwin.has(normal(link)) && !markdown.includes(link))
  if (lost !== undefined) return `only the page leads to ${lost}`
  // What looks like a link in a code block stands in the text, marks and all.
  const added =
    inTwin.find((address) => !normalOnPage.has(normal(address)) && !text.includes(address)) ??
    autolinksIn(markdown).find(
      (address) => !normalOnPage.has(normal(address)) && !text.includes(`<${address}>`),
    )
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
