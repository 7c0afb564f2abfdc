import { collapse } from './text.ts'

/** Which part of a page each message leads to: parts of messages, by the start of a heading. */
type See = Readonly<Record<string, readonly string[]>>

/** A third-level heading: its words, and the code among them. */
type Heading = Readonly<{ text: string; quotes: readonly string[] }>

/** Whether a name in `see` refers to this heading: `Option 2` refers to `Option 2: behind a proxy`. */
export const isNamed = (heading: string, name: string): boolean =>
  heading.startsWith(name) && !/^[\p{L}\p{N}]/u.test(heading.slice(name.length))

/** Text as it is compared: no quotes, one kind of space, one case. */
export const bare = (text: string): string =>
  collapse(text.replace(/["'`“”‘’«»\\*]/gu, ''))
    .replace(/ ?([:;,.(){}[\]]) ?/g, '$1')
    .toLowerCase()

/** Whether a text holds a message whose `…` stands for parts that vary. */
export function holdsMessage(text: string, message: string): boolean {
  const parts = message
    .split(/…|\.{3}/u)
    .map(bare)
    .filter((part) => part.length > 2)
  let at = 0
  return parts.every((part) => {
    at = text.indexOf(part, at) + part.length
    return at >= part.length
  })
}

/** The heading that `see` names for a wording, otherwise the only one that quotes a part of it which not all wordings have. */
export function leadOf<T extends Heading>(
  wording: string,
  page: { readonly see: See; readonly wordings: readonly string[]; readonly headings: readonly T[] },
): T | undefined {
  const { see, wordings, headings } = page
  const name = Object.keys(see).find((key) => see[key]?.some((part) => wording.includes(part)))
  if (name !== undefined) return headings.find(({ text }) => isNamed(text, name))
  const quoting = headings.filter(({ quotes }) =>
    quotes.some(
      (quote) =>
        holdsMessage(bare(wording), quote) && !wordings.every((other) => holdsMessage(bare(other), quote)),
    ),
  )
  return quoting.length === 1 ? quoting[0] : undefined
}
