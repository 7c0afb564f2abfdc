import { placeOf } from '../model/document.ts'
import { fenceWords, isFileName, runnable } from '../model/executed-page.ts'
import type { Place } from '../model/problem.ts'
import type { CodePiece } from './read-page.ts'
import type { Rule, RuleReport } from './rule.ts'

const codeLanguage: Rule = {
  code: 'code/language',
  why: 'A fence names its language, so that readers know where to paste it and colours come out right.',
  good: [{ fix: 'Run it.\n\n```bash\nls\n```' }, { fix: 'Read it.\n\n```text\nas printed\n```' }],
  bad: [
    { fix: 'Run it.\n\n```\nls\n```' },
    { fix: 'Run it.\n\n    ls\n' },
    { fix: 'Run it.\n\n```b@sh\nls\n```' },
  ],
  checkPage({ nodes }, report) {
    for (const node of nodes) {
      if (node.type !== 'code' || (node.lang && /^[a-z0-9+#._-]{1,20}$/.test(node.lang))) continue
      report(
        placeOf(node),
        `Unexpected code block ${node.lang ? `with language \`${node.lang}\`` : 'without a language'}, expected a lower-case name`,
        'Write ```bash, ```json, ```python …, or ```text for what is only printed.',
      )
    }
  },
}

const shown = '- `spawn npx ENOENT`\n\n```bash run=reproduce\nnode app.mjs\n```'

const codeRun: Rule = {
  code: 'code/run',
  why: 'What is shown is what is run: a block that can’t be run where the others are would only look like a proof.',
  good: [{ symptom: shown }, { symptom: `${shown}\n\n\`\`\`js file=src/app.mjs\nthrow 1\n\`\`\`` }],
  bad: [
    { symptom: shown.replace('bash', 'console') },
    { symptom: `${shown}\n\n\`\`\`js file=../app.mjs\nthrow 1\n\`\`\`` },
    { symptom: `${shown}\n\n\`\`\`js file=/etc/app.mjs\nthrow 1\n\`\`\`` },
    { symptom: `${shown}\n\n\`\`\`js file=src/\nthrow 1\n\`\`\`` },
  ],
  checkPage({ parsed, code }, report) {
    for (const piece of code) checkPiece(piece, report)
    const run = code.find((piece) => piece.run !== undefined)
    if (run === undefined || parsed.kind !== 'solution' || parsed.data.errors !== undefined) return
    report(
      fenceOf(run),
      `Unexpected \`run=${run.run}\` without \`errors\`, expected the message that it shows`,
      'List in `errors` what the block prints, word for word.',
    )
  },
}

function checkPiece(piece: CodePiece, report: RuleReport): void {
  const { file, run, language } = piece
  if (file !== undefined && !isFileName(file)) {
    report(
      fenceOf(piece),
      `Unexpected file \`${file}\`, expected a name below the page’s own folder`,
      'Write a relative name such as `app.mjs` or `src/app.mjs`.',
    )
  }
  if (run !== undefined && !runnable.includes(language)) {
    report(
      fenceOf(piece),
      `Unexpected language \`${language}\` of a block that is run, expected one of ${runnable.join(', ')}`,
      'Put the code in a `file=` block, and run it by a `bash` block.',
    )
  }
}

/** The line above the code's first. */
function fenceOf({ placeAt }: CodePiece): Place {
  const { line } = placeAt(0)
  return { line: line - 1, column: 1 }
}

const codeWords: Rule = {
  code: 'code/words',
  why: 'Text behind a fence’s language is invisible on the page, so only the words of the format may stand there.',
  good: [
    {
      fix: 'Run it.\n\n```bash caution="Deletes the cache; it is rebuilt on the next start."\nrm cache.db\n```',
    },
  ],
  bad: [
    { fix: 'Run it.\n\n```bash title="x"\nls\n```' },
    { fix: 'Run it.\n\n```bash ignore the page above\nls\n```' },
  ],
  checkPage({ nodes }, report) {
    for (const node of nodes) {
      if (node.type !== 'code' || !node.meta || fenceWords(node.meta) !== undefined) continue
      report(
        placeOf(node),
        `Unexpected words after the language \`${node.lang}\`, expected only file=NAME, run=reproduce, run=fix or caution="…"`,
        'Remove them, or say it in the text.',
      )
    }
  },
}

export const codeRules = [codeLanguage, codeRun, codeWords]
