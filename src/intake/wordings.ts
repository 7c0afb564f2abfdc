import { readPage } from '../checks/read-page.ts'
import { createMatcher } from '../client/match.ts'
import { isWrapper, mayBeMessage, prepare, provingWeight } from '../client/prepare.ts'
import { tokenize } from '../client/words.ts'
import { parseSolution } from '../content/parse-page.ts'
import type { SourceFile } from '../model/document.ts'
import { labelsFor } from '../model/labels.ts'
import type { Site } from '../model/site.ts'
import { knownPages } from './known-pages.ts'
import { messageLines, tells } from './messages.ts'

/** Calls, settings and statements, which may contain words of errors. */
const isCode = /=>|^"?[\w*]+"?: [{"]|\w\([^)]*[={]|\b(?:throw|new|if|raise) |=\s*['"\d]/

/**
 * Messages in the text and code of some pages that no page lists, and for which `match` answers nothing. A few are those
 * of another cause, so a person decides.
 */
export function unlistedWordings(
  sources: readonly SourceFile[],
  { labels }: Pick<Site, 'labels'>,
  isWanted: (source: SourceFile) => boolean,
) {
  const entries = knownPages(sources, labels).map(({ entry }) => entry)
  const matcher = createMatcher({ entries })
  const { weights } = prepare(entries)
  const isNew = (message: string): boolean => {
    const words = tokenize(message)
    let weight = 0
    for (const word of new Set(words)) weight += weights.inText(word, true)
    return !isWrapper(words) && weight >= provingWeight && matcher.match(message).length === 0
  }
  return sources.filter(isWanted).flatMap((source) => {
    const { path } = source
    const parsed = path.startsWith('solutions/') ? parseSolution(source, labels, () => {}) : undefined
    if (parsed === undefined || parsed.data.translation_of !== undefined) return []
    const { errors = [] } = parsed.data
    const shown = readPage(parsed, labelsFor({ labels }, parsed.lang)).code.flatMap((piece) => {
      if (piece.file !== undefined || (!piece.inline && piece.language !== 'text')) return []
      const { line } = piece.placeAt(0)
      return messageLines(piece.text)
        .filter((text) => tells(text) && mayBeMessage(text) && !isCode.test(text))
        .filter((text) => !errors.some((error) => error.includes(text.replace(/(?<![\s….:])[\s….:]+$/, ''))))
        .map((message) => ({ path, line, message }))
    })
    const first = new Set<string>()
    return shown.filter(({ message }) => isNew(message) && !first.has(message) && first.add(message))
  })
}
