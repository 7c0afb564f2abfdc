import type { Page } from '../model/catalog.ts'

/** Addresses on other hosts that pages rest on or lead to, without fragments, and the files that do. */
export function linkedAddresses(pages: readonly Page[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const page of pages) {
    for (const address of new Set(addressesOf(page).map((each) => each.replace(/#.*/s, '')))) {
      const paths = found.get(address)
      if (paths) paths.push(page.path)
      else found.set(address, [page.path])
    }
  }
  return found
}

function addressesOf(page: Page): string[] {
  if (page.kind === 'guide') return inHtml(page.guide.html)
  const { source, references = [], sections, withdrawn, superseded_by } = page.solution
  // Nobody is sent along the links of a page that is no longer true.
  if (withdrawn !== undefined || superseded_by !== undefined) return []
  return [
    ...(source === undefined ? [] : [source]),
    ...references,
    ...sections.flatMap(({ html }) => inHtml(html)),
  ]
}

const inHtml = (html: string): string[] =>
  [...html.matchAll(/ href="(https:\/\/[^"]+)"/g)].map(([, address = '']) => unescaped(address))

const unescaped = (text: string): string => text.replaceAll('&#x26;', '&').replaceAll('&amp;', '&')
