import { placeOf } from '../model/document.ts'
import { fenceWords, isFileName, runnable } from '../model/executed-page.ts'
import type { Place } from '../model/problem.ts'
import type { CodePiece } from './read-page.ts'
import type { Check, Checks, RuleReport } from './rule.ts'

const codeLanguage: Check = {
  checkPage({ nodes }, report) {
    for (const node of nodes) {
      if (node.type !== 'code' || (node.lang && /^[a-z0-9+#._-]{1,20}$/.test(node.lang))) continue
      report(
        placeOf(node),
        `Unexpected code block ${node.lang ? `with language \`${node.lang}\`` : 'without a language'}, expected a lower-case name`,
      )
    }
  },
}

const codeRun: Check = {
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

const codeWords: Check = {
  checkPage({ nodes }, report) {
    for (const node of nodes) {
      if (node.type !== 'code' || !node.meta || fenceWords(node.meta) !== undefined) continue
      report(
        placeOf(node),
        `Unexpected words after the language \`${node.lang}\`, expected only file=NAME, run=reproduce, run=fix or caution="…"`,
      )
    }
  },
}

export const codeChecks = {
  'code/language': codeLanguage,
  'code/run': codeRun,
  'code/words': codeWords,
} satisfies Checks
