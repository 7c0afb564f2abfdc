import { dict, text } from '../dict.ts'

/** The text of a message, whether it is a string or a list of parts. */
export const contentOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => text(dict(part).text)).join('\n') : text(content)
