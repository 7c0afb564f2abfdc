/** Where single wordings of a page lead: by the beginning of a heading, parts that the wordings contain. */
export type See = Readonly<Record<string, readonly string[]>>

/** The name in `see` of the part that a wording leads to; the first that fits. */
export const seenUnder = (wording: string, see: See): string | undefined =>
  Object.keys(see).find((name) => see[name]?.some((part) => wording.includes(part)))

/** Does a name in `see` mean this heading? `Option 2` means `Option 2: behind a proxy`. */
export const isNamed = (heading: string, name: string): boolean =>
  heading.startsWith(name) && !/^[\p{L}\p{N}]/u.test(heading.slice(name.length))
