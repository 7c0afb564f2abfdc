import { isFileName, runnable } from '../model/executed-page.ts'
import type { Place, Report } from '../model/problem.ts'
import type { CodePiece } from './reading.ts'
import type { Rule } from './rule.ts'

const shown = '- `spawn npx ENOENT`\n\n```bash run=reproduce\nnode app.mjs\n```'

export const codeRun: Rule = {
  code: 'code/run',
  why: 'What is shown is what is run: a block that can’t be run where the others are would only look like a proof.',
  good: [{ symptom: shown }, { symptom: `${shown}\n\n\`\`\`js file=src/app.mjs\nthrow 1\n\`\`\`` }],
  bad: [
    { symptom: shown.replace('bash', 'console') },
    { symptom: `${shown}\n\n\`\`\`js file=../app.mjs\nthrow 1\n\`\`\`` },
    { symptom: `${shown}\n\n\`\`\`js file=/etc/app.mjs\nthrow 1\n\`\`\`` },
    { symptom: `${shown}\n\n\`\`\`js file=src/\nthrow 1\n\`\`\`` },
  ],
  check(parsed, report, _labels, { code }) {
    for (const piece of code) checkPiece(piece, report)
    const run = code.find((piece) => piece.run !== undefined)
    if (run === undefined || parsed.kind !== 'solution' || parsed.data.errors !== undefined) return
    report(
      'code/run',
      fenceOf(run),
      `Unexpected \`run=${run.run}\` without \`errors\`, expected the message that it shows`,
      {
        hint: 'List in `errors` what the block prints, word for word.',
      },
    )
  },
}

function checkPiece(piece: CodePiece, report: Report): void {
  const { file, run, language } = piece
  if (file !== undefined && !isFileName(file)) {
    report(
      'code/run',
      fenceOf(piece),
      `Unexpected file \`${file}\`, expected a name below the page’s own folder`,
      {
        hint: 'Write a relative name such as `app.mjs` or `src/app.mjs`.',
      },
    )
  }
  if (run !== undefined && !runnable.includes(language)) {
    report(
      'code/run',
      fenceOf(piece),
      `Unexpected language \`${language}\` of a block that is run, expected one of ${runnable.join(', ')}`,
      {
        hint: 'Put the code in a `file=` block, and run it by a `bash` block.',
      },
    )
  }
}

/** The line above the code's first. */
function fenceOf({ placeAt }: CodePiece): Place {
  const { line } = placeAt(0)
  return { line: line - 1, column: 1 }
}
