import type { ExecutedPage } from '../model/executed-page.ts'
import { type PageResult, type Tools, verifyPage } from './verify-page.ts'

/** Verifies pages, a few at a time; results come in the order of the pages. */
export async function verifyPages(
  pages: readonly ExecutedPage[],
  tools: Tools,
  options: { jobs: number; signal: AbortSignal; onResult: (result: PageResult) => void },
): Promise<PageResult[]> {
  const results: PageResult[] = []
  const queue = pages.entries()
  // Workers share one queue, so that a slow page holds up only its own.
  const work = async () => {
    for (const [at, page] of queue) {
      const result = await verifyPage(page, tools)
      // A page that was interrupted has not failed.
      if (options.signal.aborted) return
      results[at] = result
      options.onResult(result)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.jobs, pages.length) }, work))
  return results.filter((result) => result !== undefined)
}
