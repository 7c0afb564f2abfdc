/** What may stand after the language of a fence. */
export interface FenceWords {
  readonly file?: string
  readonly run?: 'reproduce' | 'fix'
  readonly caution?: string
}

/** A name below the page's own folder: no way out of it, and nothing that a command would take for an option. */
export const isFileName = (name: string): boolean =>
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.startsWith('-'))

const word =
  /\s*(?:file=(?<file>[A-Za-z0-9._/-]+)|run=(?<run>reproduce|fix)|caution="(?<caution>[^"]*)")(?=\s|$)/y

/** The words of an info string after its language, or undefined when it holds anything else: that would be hidden text. */
export function fenceWords(meta: string): FenceWords | undefined {
  const words: { -readonly [key in keyof FenceWords]?: string } = {}
  const text = meta.trim()
  word.lastIndex = 0
  for (let at = 0; at < text.length; at = word.lastIndex) {
    word.lastIndex = at
    const groups = word.exec(text)?.groups
    if (!groups) return undefined
    for (const [key, value] of Object.entries(groups)) {
      if (value === undefined) continue
      if (words[key as keyof FenceWords] !== undefined) return undefined
      words[key as keyof FenceWords] = value
    }
  }
  return words as FenceWords
}
