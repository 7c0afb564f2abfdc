import { answerHead } from '../client/answer.ts'
import { fixOf } from '../client/catalog-files.ts'
import type { Match } from '../client/match.ts'
import type { CatalogMatcher, CatalogReader } from '../client/reader.ts'
import { messageLines } from '../intake/messages.ts'
import { short } from '../mcp/tools.ts'
import { asData, collapse, printable } from '../model/text.ts'

/** Maximum length of an answer in an agent's context, in characters. */
const answerCharacters = 2000

/** Matches as text: the best one with its fix, the others by title and address. Content is printed as data, marked off. */
export async function answer(
  matches: readonly Match[],
  catalog: CatalogReader,
  { count, generated }: CatalogMatcher,
  form: string,
): Promise<string> {
  const [first, ...others] = matches
  if (first === undefined) {
    return `Not covered: none of ${count} solutions matches (catalog of ${generated.slice(0, 10)}).\nOnce it is solved, propose the page: ${form}\n`
  }
  const more = others
    .map(
      ({ entry, confidence, origin }) =>
        `- ${confidence}: ${collapse(entry.title)}\n  ${origin === undefined ? '' : `${origin}/solutions/`}${entry.id}`,
    )
    .join('\n')
  const head = answerHead(first, catalog.address)
  const tail = more === '' ? '' : `\nAlso possible:\n${more}\n`
  const fix = await catalog.page(first.entry.id, first.origin).then(
    ({ value }) => fixOf(value),
    (error) => `The page could not be read: ${error.message}`,
  )
  const room = answerCharacters - head.length - tail.length - 120
  const shown = short(fix, room, `the whole page: show ${first.entry.id}`)
  return printable(`${head}\n${asData(shown)}\n${tail}`)
}

/** What GitHub accepts of an address is longer, but nobody reads it. */
const longest = 1500

/** Address of the form for a new solution, filled in with the error. It is printed and never requested. */
export function formFor(text: string, contributeUrl: string): string {
  const messages = messageLines(text).map(withoutSecrets)
  const url = new URL(contributeUrl)
  const [title = ''] = messages
  url.searchParams.set('title', title.slice(0, 120))
  for (const message of messages) {
    const before = url.searchParams.get('error') ?? ''
    url.searchParams.set('error', before === '' ? message : `${before}\n${message}`)
    if (url.href.length > longest) url.searchParams.set('error', before)
  }
  return url.href
}

/**
 * Broader than the patterns of the checks, because nobody looks at the address before it is opened: whatever could be a
 * key, a password, an address of a person or of a machine.
 */
const withoutSecrets = (message: string): string =>
  message
    .replace(
      /\b(\w*(?:password|passwd|secret|token|api_?key|authorization|bearer)\w*["']?\s?[:= ]\s?)\S+/gi,
      '$1…',
    )
    .replace(/:\/\/[^\s/@]+@/g, '://…@')
    .replace(/[\w+/=-]{20,}/g, (word) => (/\d/.test(word) ? '…' : word))
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '…')
