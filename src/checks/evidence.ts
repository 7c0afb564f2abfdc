import { blocksHash, executedPage } from '../content/parse-page.ts'
import type { ParsedSolution } from '../model/document.ts'
import { isRun } from '../model/executed-page.ts'
import { type Report, startOfFile } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'
import { type Verification, type Verified, verifiedBy } from '../model/verification.ts'
import type { PageExample, Rule } from './rule.ts'

const withRun: PageExample = {
  frontmatter: 'evidence: reproduced',
  symptom: '- `spawn npx ENOENT`\n\n```bash run=reproduce\nfalse\n```',
  fix: 'Run it.\n\n```bash run=fix\ntrue\n```',
}

const qualityEvidence: Rule = {
  code: 'quality/evidence',
  severity: 'warning',
  why: '`reproduced` says that the error and its fix ran. Without blocks that run it is a claim like any other.',
  good: [{ frontmatter: 'evidence: confirmed' }, withRun],
  hint: 'Add the blocks, or write the evidence that there is: confirmed, documented, reported.',
  bad: [{ frontmatter: 'evidence: reproduced' }],
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

const verified = `{
"auth/a": {"date":"2026-11-01","blocks":"9afb89612c4b75c3","sandbox":"bubblewrap","runtimes":{"Node":"20.20.2"}},
"generated": "by fixdex verify"
}
`

const notRun: Rule = {
  code: 'evidence/not-run',
  severity: 'warning',
  why: 'Blocks that changed since they ran, or that never ran, prove nothing.',
  good: [{ files: { 'solutions/auth/a.md': withRun, 'verified.json': verified } }],
  bad: [
    { files: { 'solutions/auth/a.md': withRun } },
    {
      files: {
        'solutions/auth/a.md': { ...withRun, fix: 'Run it.\n\n```bash run=fix\nexit 0\n```' },
        'verified.json': verified,
      },
    },
  ],
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

export const evidenceRules = [qualityEvidence, notRun]
