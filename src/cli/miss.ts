import { messageLines } from '../intake/messages.ts'

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
