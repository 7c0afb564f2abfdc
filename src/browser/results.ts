import type { MatchEntry } from '../client/catalog-files.ts'
import { type Found, idOf } from '../client/search.ts'
import { excerpt, fill, fillCount } from '../model/text.ts'

/** Nobody reads more; the summary has the total. */
const shownResults = 100

/** Fills the list with text nodes only, so that nothing in the index is parsed as HTML. */
export function showResults(list: HTMLElement, found: readonly Found[]): void {
  list.replaceChildren(...found.slice(0, shownResults).map(itemOf))
}

function itemOf({ entry, matched, exact }: Found): HTMLElement {
  const link = element('a', entry.title)
  // Only addresses on this host, whatever the index says.
  link.setAttribute('href', entry.url.startsWith('/') && !entry.url.startsWith('//') ? entry.url : '#')
  const item = element('li')
  item.dataset.id = idOf(entry)
  const marks = element('p', '', 'marks')
  marks.append(element('span', entry.category, 'tag'))
  item.append(link, marks)
  if (matched !== undefined) {
    const line = element('p', exact ? words.holds : words.close, 'matched')
    line.append(' ', element('code', matched))
    item.append(line)
  }
  if (entry.fix !== '') item.append(element('p', excerpt(entry.fix)))
  return item
}

/** Adds evidence and language, which the index does not have, once the file that has them is there. */
export function markResults(list: HTMLElement, entries: ReadonlyMap<string, MatchEntry>): void {
  for (const item of list.children) {
    const { evidence, lang } = entries.get((item as HTMLElement).dataset.id ?? '') ?? {}
    const grade = evidence && words.evidence[evidence]
    const language = lang && lang !== document.documentElement.lang && words.languages[lang]
    const marks = item.querySelector('.marks')
    if (marks?.childElementCount !== 1) continue
    if (grade) marks.prepend(element('span', grade, `badge ${evidence}`), ' ')
    if (language) marks.append(' ', element('span', language, 'tag'))
  }
}

function element(name: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(name)
  if (text !== '') made.textContent = text
  if (className !== '') made.className = className
  return made
}

/** The status text, which screen readers announce. */
export function summaryOf(found: readonly Found[]): string {
  if (found.length === 0) return words.nothing
  if (found[0]?.isNear) return words.closest
  const matches = found.filter(({ matched }) => matched !== undefined).length
  return [
    fillCount(words.found, found.length, document.documentElement.lang),
    ...(matches > 0 ? [fillCount(words['by-message'], matches, document.documentElement.lang)] : []),
    ...(found.length > shownResults ? [fill(words.first, { count: shownResults })] : []),
  ].join(' ')
}
