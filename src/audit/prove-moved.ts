import { quote } from './finding.ts'
import { attribute, classesOf, type Element, elementsOf, isElement, textOf } from './html-tree.ts'
import type { Texts } from './prove-index-parts.ts'
import type { PageView } from './read-page.ts'
import type { Subject } from './subject.ts'

/** Only what authors write moves or is retired; the catalog's own pages stay. */
export function proveMayBeGone({ kind, path, movedTo, unlisted }: PageView, { report }: Subject): void {
  if (movedTo !== undefined && kind !== 'solution' && kind !== 'guide')
    report('page/moved', path, 'Unexpected refresh, expected a page that stays')
  if (unlisted && (kind !== 'solution' || movedTo !== undefined))
    report('page/retired', path, 'Unexpected robots, expected a page that search engines may list')
}

/** A page at an old address leads on at once, and by a link for whoever does not follow that. */
export function proveMoved(
  { page, path, main, heading, description }: PageView,
  to: string,
  { moved, gone, entries, report }: Subject,
): void {
  const address = page?.address ?? ''
  moved.set(address, to)
  gone.set(address, { heading, description })
  if (entries.has(address)) report('page/moved', path, 'Unexpected entry in the index, expected none')
  const links = main ? elementsOf(main).map((element) => attribute(element, 'href')) : []
  if (!links.includes(to))
    report('page/moved', path, `Unexpected page without a link to ${quote(to)}, expected one that is seen`)
}

/** When all pages are read: each old address leads to a page, in one step, also by the file that hosts read. */
export function proveMoves(texts: Texts, { moved, targets, report }: Subject): void {
  for (const [from, to] of moved) {
    if (!targets.has(to) || moved.has(to) || /\.[a-z]+$/.test(to))
      report('page/moved', `${from.slice(1)}/index.html`, `Unexpected target ${quote(to)}, expected a page`)
  }
  const expected = [...moved].flatMap(([from, to]) => [`${from} ${to} 301`, `${from}.md ${to}.md 301`])
  const found = texts.get('_redirects')?.trimEnd().split('\n') ?? []
  const lines = new Set(found)
  for (const line of expected) {
    if (!lines.delete(line))
      report('host/redirects', '_redirects', `Unexpected file without a line \`${line}\`, expected it`)
  }
  for (const line of lines)
    report('host/redirects', '_redirects', `Unexpected line ${quote(line)}, expected pages that moved`)
}

/** A page that no longer holds says so before everything else, and the index has left it out. */
export function proveRetired(view: PageView, { entries, retired, gone, report }: Subject): void {
  const { page, path, heading, description } = view
  const address = page?.address ?? ''
  retired.add(address)
  gone.set(address, { heading, description })
  if (entries.has(address)) report('page/retired', path, 'Unexpected entry in the index, expected none')
  if (noticesOf(view).length === 0)
    report('page/retired', path, 'Unexpected page without a notice behind its heading, expected to read why')
}

/** What stands right behind the heading of a page that was withdrawn or superseded. */
export function noticesOf({ elements }: PageView): string[] {
  const heading = elements.find(({ tagName }) => tagName === 'h1')
  const siblings = heading?.parentNode?.childNodes.filter(isElement) ?? []
  const behind = siblings.slice(siblings.indexOf(heading as Element) + 1)
  const end = behind.findIndex((element) => !classesOf(element).includes('retired'))
  return behind.slice(0, end === -1 ? behind.length : end).map(textOf)
}
