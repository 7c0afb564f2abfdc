import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksHash } from '../content/parse-page.ts'
import { readVerified } from '../content/read-config.ts'
import type { ExecutedPage } from '../model/executed-page.ts'
import {
  type Verification,
  type Verifications,
  verificationsText,
  verifiedFile,
} from '../model/verification.ts'
import type { PageResult } from './verify-page.ts'

/** What a record needs to know besides the results. */
export interface Circumstances {
  readonly date: string
  readonly sandbox: Verification['sandbox']
  readonly runtimes: (page: ExecutedPage) => Record<string, string>
}

/**
 * Puts the results into `verified.json`. It is read again just before, because another run may have written
 * meanwhile; pages that are gone lose their entry, and so do those that failed.
 */
export function record(
  content: string,
  pages: readonly ExecutedPage[],
  results: readonly PageResult[],
  circumstances: Circumstances,
): void {
  const before = readVerified(content)
  const known = new Map(pages.map((page) => [page.id, page]))
  const after = new Map(Object.entries(before).filter(([id]) => known.has(id)))
  for (const { id, failure } of results) {
    const page = known.get(id)
    if (page === undefined || failure?.blameless) continue
    if (failure === undefined) after.set(id, entryOf(page, circumstances))
    else after.delete(id)
  }
  const file = join(content, verifiedFile)
  const text = verificationsText(Object.fromEntries(after))
  if (after.size === 0 && !existsSync(file)) return
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

const entryOf = (page: ExecutedPage, { date, sandbox, runtimes }: Circumstances): Verification => ({
  date,
  blocks: blocksHash(page),
  sandbox,
  runtimes: runtimes(page),
})

/** Is there a run of these very blocks? */
export const isRecorded = (page: ExecutedPage, verified: Verifications): boolean =>
  verified[page.id]?.blocks === blocksHash(page)
