import type { Rule } from './rule.ts'

export const qualityEvidence: Rule = {
  code: 'quality/evidence',
  why: '`reproduced` says that the error and its fix ran. Without blocks that run it is a claim like any other.',
  good: [
    { frontmatter: 'evidence: confirmed' },
    {
      frontmatter: 'evidence: reproduced',
      symptom: '- `spawn npx ENOENT`\n\n```bash run=reproduce\nfalse\n```',
      fix: 'Run it.\n\n```bash run=fix\ntrue\n```',
    },
  ],
  bad: [{ frontmatter: 'evidence: reproduced' }],
  check(parsed, report, _labels, { code }) {
    if (parsed.kind !== 'solution' || parsed.data.evidence !== 'reproduced') return
    const missing = (['reproduce', 'fix'] as const).filter((run) => !code.some((piece) => piece.run === run))
    if (missing.length === 0) return
    report(
      'quality/evidence',
      parsed.keyPlace('evidence'),
      `Unexpected \`reproduced\` without a block \`run=${missing.join('` and `run=')}\`, expected blocks that run`,
      {
        severity: 'warning',
        hint: 'Add the blocks, or write the evidence that there is: confirmed, documented, reported.',
      },
    )
  },
}
