import { executedPage, parseSolution } from '../content/parse-page.ts'
import type { ExecutedPage } from '../model/executed-page.ts'
import { isRetired } from '../model/solution.ts'
import { readContent } from '../pipeline/load.ts'

/** Every page of a content folder that has blocks to run. What is wrong with others is the business of the check. */
export function executedPages(content: string): ExecutedPage[] {
  const { site, sources } = readContent(content)
  return sources.flatMap((source) => {
    if (!source.path.startsWith('solutions/') || !/^[ \t]*(?:```|~~~).*\brun=/m.test(source.text)) return []
    const parsed = parseSolution(source, site.labels, () => {})
    return parsed === undefined || isRetired(parsed.data) ? [] : (executedPage(parsed) ?? [])
  })
}
