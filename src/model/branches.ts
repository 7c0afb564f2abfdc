/** Which part of a page each message leads to: parts of messages, by the start of a heading. */
export type See = Readonly<Record<string, readonly string[]>>

/** The first name in `see` that matches a message. */
export const seenUnder = (wording: string, see: See): string | undefined =>
  Object.keys(see).find((name) => see[name]?.some((part) => wording.includes(part)))

/** Whether a name in `see` refers to this heading: `Option 2` refers to `Option 2: behind a proxy`. */
export const isNamed = (heading: string, name: string): boolean =>
  heading.startsWith(name) && !/^[\p{L}\p{N}]/u.test(heading.slice(name.length))
