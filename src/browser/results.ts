import type { Found } from '../client/find.ts'
import { fixLength } from '../model/entry-length.ts'

/** More is no answer: the count says how many there are. */
const shownResults = 100

/** Fills the list. Only text nodes: whatever the index holds, it stays text. */
export function showResults(list: HTMLElement, found: readonly Found[]): void {
  list.replaceChildren(...found.slice(0, shownResults).map(itemOf))
}

function itemOf({ entry, matched, exact }: Found): HTMLElement {
  const link = element('a', entry.title)
  // Only addresses of the site, whatever the index says.
  link.setAttribute('href', entry.url.startsWith('/') && !entry.url.startsWith('//') ? entry.url : '#')
  const item = element('li')
  item.append(link, ' ', element('span', entry.category, 'tag'))
  if (matched !== undefined) {
    const line = element('p', exact ? 'Your text holds: ' : 'Close to: ', 'matched')
    line.append(element('code', matched))
    item.append(line)
  }
  item.append(element('p', excerpt(entry.fix)))
  return item
}

/** The index cuts the fix at 200 characters, mostly inside of a word: shown up to its last sentence, or as cut. */
function excerpt(fix: string): string {
  if ([...fix].length < fixLength) return fix
  const sentence = /^.{60,}[.!?。！？](?=\s|$)/su.exec(fix)?.[0]
  return sentence ?? `${fix}…`
}

function element(name: string, text = '', className = ''): HTMLElement {
  const made = document.createElement(name)
  if (text !== '') made.textContent = text
  if (className !== '') made.className = className
  return made
}

/** The sentence that is shown and read out. */
export function summaryOf(found: readonly Found[]): string {
  const count = found.length
  if (count === 0) return 'Nothing found. Use fewer words, or paste the whole message.'
  const shown = count > shownResults ? `, the first ${shownResults} are shown: use more words` : ''
  const matches = found.filter(({ matched }) => matched !== undefined).length
  const kinds = matches > 0 ? `, ${matches} by ${matches === 1 ? 'its message' : 'their messages'}` : ''
  return `${count} ${count === 1 ? 'solution' : 'solutions'}${kinds}${shown}.`
}
