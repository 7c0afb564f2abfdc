import { blocksHash, executedPage } from '../content/parse-page.ts'
import type { ParsedSolution } from '../model/document.ts'
import { isRun } from '../model/executed-page.ts'
import { type Report, startOfFile } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'
import { type Verification, type Verified, verifiedBy } from '../model/verification.ts'
import type { Check } from './rule.ts'

export const qualityEvidence: Check = {
  checkPage({ parsed, code }, report) {
    if (parsed.kind !== 'solution' || parsed.data.evidence !== 'reproduced') return
    const missing = (['reproduce', 'fix'] as const).filter((run) => !code.some((piece) => piece.run === run))
    if (missing.length === 0) return
    report(
      parsed.keyPlace('evidence'),
      `Unexpected \`reproduced\` without a block \`run=${missing.join('` and `run=')}\`, expected blocks that run`,
    )
  },
}

/** What a page may say of its run: nothing if its blocks differ from those that ran. */
export function proofOf(
  parsed: ParsedSolution,
  record: Verification | undefined,
  report: Report,
): Verified | undefined {
  const page = executedPage(parsed)
  if (page === undefined || isRetired(parsed.data)) return undefined
  if (record?.blocks === blocksHash(page)) return verifiedBy(record, page)
  const place =
    parsed.data.evidence === 'reproduced' ? parsed.keyPlace('evidence') : page.blocks.find(isRun)?.place
  report(
    'evidence/not-run',
    place ?? startOfFile,
    record === undefined
      ? 'Unexpected blocks that have not been run, expected an entry in verified.json'
      : 'Unexpected blocks, expected those that ran: they, `errors`, `packages` or `needs` have changed since',
    { severity: 'warning', hint: `Run fixdex verify ${parsed.id} and commit content/verified.json.` },
  )
  return undefined
}
