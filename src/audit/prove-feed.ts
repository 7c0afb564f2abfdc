import * as z from 'zod'
import { collapse } from '../model/text.ts'
import { quote } from './finding.ts'
import type { Texts } from './prove-index-parts.ts'
import { isRoot, type XmlElement } from './read-xml.ts'
import type { Subject } from './subject.ts'

type Elements = readonly XmlElement[]

/** An entry of either feed, as its reader sees it. */
interface Entry {
  readonly id: string
  readonly title: string
  readonly summary: string
}

/** The entries of the feeds say what index and pages say, and both feeds say the same. */
export function proveFeed(elements: Elements | undefined, texts: Texts, subject: Subject): void {
  const { site, baseUrl, report } = subject
  const tell = (message: string) => report('feed/entries', `${site}/feed.xml`, message)
  if (elements === undefined) return
  if (!isRoot(elements[0], 'feed', 'http://www.w3.org/2005/Atom'))
    tell('Unexpected root, expected an Atom feed')
  const entries = entriesOf(elements)
  for (const entry of entries) proveEntry(entry, subject, tell)
  for (const { name, text, attributes } of elements) {
    const href = attributes.get('href') ?? attributes.get('ref')
    if (href !== undefined && href !== `${baseUrl}/${site}` && !href.startsWith(`${baseUrl}/${site}/`)) {
      tell(`Unexpected link to ${quote(href)}, expected only addresses of the catalog`)
    }
    if (name === 'at:deleted-entry' && subject.targets.has((href ?? '').slice(baseUrl.length)))
      tell(`Unexpected removal of ${quote(href ?? '')}, expected nothing at this address`)
    if (name === 'updated' && !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text))
      tell(`Unexpected updated ${quote(text)}, expected a time`)
  }
  proveJsonFeed(entries, texts, subject)
}

function proveEntry(
  { id, title, summary }: Entry,
  { baseUrl, entries, gone }: Subject,
  tell: (message: string) => void,
): void {
  const address = id.slice(baseUrl.length)
  const entry = entries.get(address)
  const page = gone.get(address)
  if (entry === undefined && page === undefined) {
    tell(`Unexpected entry ${quote(id)}, expected a page of the catalog`)
    return
  }
  const fits = entry
    ? title === entry.title && entry.fix.startsWith(summary)
    : page !== undefined && summary === page.description && fitsPage(collapse(title), page)
  if (!fits) tell(`Unexpected title or summary of ${id}, expected those of the page`)
}

/** Its heading; at an old address followed by the title of the page that the description names too. */
function fitsPage(
  title: string,
  { heading, description }: { heading: string; description: string },
): boolean {
  const [start, rest] = [title.slice(0, heading.length), title.slice(`${heading}: `.length)]
  return title === heading || (start === heading && rest !== '' && description.endsWith(rest))
}

const jsonFeed = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), title: z.string(), content_text: z.string() })),
})

function proveJsonFeed(entries: readonly Entry[], texts: Texts, { site, report }: Subject): void {
  const path = `${site}/feed.json`
  const text = texts.get(path)
  if (text === undefined) return
  const items = read(text).map(({ id, title, content_text: summary }) => ({ id, title, summary }))
  if (JSON.stringify(items) !== JSON.stringify(entries))
    report('feed/entries', path, `Unexpected items, expected the entries of ${site}/feed.xml`)
}

function read(text: string): z.infer<typeof jsonFeed>['items'] {
  try {
    return jsonFeed.safeParse(JSON.parse(text)).data?.items ?? []
  } catch {
    // Broken JSON has its finding already.
    return []
  }
}

function entriesOf(elements: Elements): Entry[] {
  const found: Map<string, string>[] = []
  for (const { name, text } of elements) {
    if (name === 'entry') found.push(new Map())
    else if (name === 'at:deleted-entry') found.push(new Map([['deleted', '']]))
    else found.at(-1)?.set(name, text)
  }
  return found.flatMap((parts) =>
    parts.has('deleted')
      ? []
      : [{ id: parts.get('id') ?? '', title: parts.get('title') ?? '', summary: parts.get('summary') ?? '' }],
  )
}
