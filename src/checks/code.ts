import { blocksHash, executedPage } from '../content/parse-page.ts'
import type { Parsed, ParsedSolution } from '../model/document.ts'
import { fenceWords, fileAndFolder, isFileName, isRun, isStandIn, runnable } from '../model/executed-page.ts'
import { type Report, startOfFile } from '../model/problem.ts'
import { isRetired } from '../model/solution.ts'
import { contradictions, isSameProduct } from '../model/sweep.ts'
import { isServer, type Verification, type Verified, verifiedBy } from '../model/verification.ts'
import { is } from './data.ts'
import { ofNodes } from './markdown.ts'
import { type CodePiece, isDescription } from './read-page.ts'
import { type Checks, onPage, onSolution } from './rule.ts'
import { callsOf } from './shell-calls.ts'

const isAboutInjection = ({ data }: Parsed): boolean => /prompt injection/i.test(data.title)

const isShell = (language: string): boolean => language === 'bash' || language === 'sh'

const runs = (name: string, { text }: CodePiece): boolean => callsOf(text).some((call) => call.name === name)

const doesNothing = ({ text, language, file }: CodePiece, code: readonly CodePiece[]): boolean =>
  isShell(language)
    ? callsOf(text).every(
        ({ name }) =>
          /^(?:true|:|echo|printf|exit|sleep|set|cd|mkdir|)$/.test(name) ||
          (is('looking', name) && !code.some((other) => other.run === 'reproduce' && runs(name, other))),
      )
    : file === undefined &&
      text
        .split('\n')
        .every((line) => /^\s*(?:(?:console\.log|print)\([^()]*\);?|pass|#.*|\/\/.*)?$/.test(line))

type Refuse = (piece: CodePiece, message: string, hint?: string) => void

function checkPiece(piece: CodePiece, refuse: Refuse): void {
  const { file, run, norun, language } = piece
  if (run !== undefined && norun !== undefined)
    refuse(piece, 'Unexpected `norun` on a block that is run, expected one of the two')
  if (file !== undefined && !isFileName(file)) {
    refuse(
      piece,
      `Unexpected file \`${file}\`, expected a name below the page’s own folder, of at most 200 characters`,
      'Write a relative name such as `app.mjs` or `src/app.mjs`.',
    )
  }
  if (run !== undefined && !runnable.includes(language)) {
    refuse(
      piece,
      `Unexpected language \`${language}\` of a block that is run, expected one of ${runnable.join(', ')}`,
      'Put the code in a `file=` block, and run it by a `bash` block.',
    )
  }
}

export const codeChecks = {
  'code/language': ofNodes((node) =>
    node.type !== 'code' || (node.lang && /^[a-z0-9+#._-]{1,20}$/.test(node.lang))
      ? undefined
      : `Unexpected code block ${node.lang ? `with language \`${node.lang}\`` : 'without a language'}, expected a lower-case name`,
  ),

  'code/run': onPage(({ parsed, code }, report) => {
    // At the line above the code's first.
    const refuse: Refuse = ({ placeAt }, message, hint) =>
      report({ line: placeAt(0).line - 1, column: 1 }, message, hint)
    for (const piece of code) checkPiece(piece, refuse)
    const both = fileAndFolder(code.flatMap(({ file }) => file ?? []))
    const first = both && code.find(({ file }) => file === both)
    const clash = `Unexpected file \`${both}\`, which another block takes for a folder, expected one of the two`
    if (first) refuse(first, clash, 'Give one of them another name.')
    const idle = code.find((piece) => piece.run === 'fix' && doesNothing(piece, code))
    if (idle)
      refuse(
        idle,
        'Unexpected `run=fix` that only prints or looks at files, expected the steps that make the reproduction succeed',
        'Run again what failed, as the fix leaves it.',
      )
    const attack = code.find(
      ({ quote, section, run, file }) =>
        quote !== undefined &&
        (!isDescription(section) || (run ?? file) !== undefined || !isAboutInjection(parsed)),
    )
    if (attack)
      refuse(
        attack,
        'Unexpected `quote=attack`, expected it in Symptom or Root Cause of a page about prompt injection, on a block that is not run',
        'Say `prompt injection` in the title, or describe the attack in your own words.',
      )
    const run = code.find((piece) => piece.run !== undefined)
    if (run === undefined) return
    for (const piece of code.filter(({ inline, language }) => !inline && isShell(language)))
      if ((piece.file ?? piece.run ?? piece.norun) === undefined)
        refuse(
          piece,
          'Missing `run=` or `norun=` on a command block, expected one on a page whose blocks are run',
          'Write run=confirm, run=fix or run=verify, or norun="the reason".',
        )
    if (parsed.kind !== 'solution' || parsed.data.errors !== undefined) return
    refuse(
      run,
      `Unexpected \`run=${run.run}\` without \`errors\`, expected the message that it shows`,
      'List in `errors` what the block prints, word for word.',
    )
  }),

  'code/words': ofNodes((node) =>
    node.type === 'code' && node.meta && fenceWords(node.meta) === undefined
      ? `Unexpected words after the language \`${node.lang}\`, expected only file=NAME, run=reproduce, run=confirm, run=fix, run=verify, norun="…", caution="…" or quote=attack`
      : undefined,
  ),

  'quality/evidence': onSolution(({ parsed, code }, report) => {
    if (parsed.data.evidence !== 'reproduced') return
    const missing = (['reproduce', 'fix'] as const).filter((run) => !code.some((piece) => piece.run === run))
    const { needs = [], source } = parsed.data
    const imitates =
      needs.some(isStandIn) || code.some((piece) => (piece.file ?? piece.run) && isServer(piece))
    if (imitates && source === undefined)
      report(
        parsed.keyPlace('evidence'),
        'Missing key `source`, expected the document or thread that says the same of the real service as the stand-in',
        'A server that the page brings, or a stand-in, shows only what its author knew.',
      )
    if (missing.length === 0) return
    report(
      parsed.keyPlace('evidence'),
      `Unexpected \`reproduced\` without a block \`run=${missing.join('` and `run=')}\`, expected blocks that run`,
    )
  }),
} satisfies Checks

/** What a page may say of its run: nothing if its blocks differ from those that ran. */
export function proofOf(
  parsed: ParsedSolution,
  record: Verification | undefined,
  report: Report,
): Verified | undefined {
  const page = executedPage(parsed)
  if (page === undefined || isRetired(parsed.data)) return undefined
  if (record?.blocks === blocksHash(page)) {
    checkVersions(parsed, record, report)
    return verifiedBy(record, page)
  }
  const place =
    parsed.data.evidence === 'reproduced' ? parsed.keyPlace('evidence') : page.blocks.find(isRun)?.place
  report(
    'evidence/not-run',
    place ?? startOfFile,
    record === undefined
      ? 'Missing record of these blocks in verified.json'
      : 'Unexpected blocks, expected those of the recorded run: they, `errors`, `packages` or `needs` have changed',
    `Run fixdex verify ${parsed.id} and commit content/verified.json.`,
  )
  return undefined
}

/** Versions that were run decide, not the range that was written down. */
function checkVersions({ data, keyPlace }: ParsedSolution, { sweep }: Verification, report: Report): void {
  for (const [name, tried] of Object.entries(sweep?.versions ?? {})) {
    for (const { product, versions } of data.affects ?? []) {
      if (versions === undefined || !isSameProduct(product, name)) continue
      const wrong = contradictions(versions, tried, data.errors?.length ?? 0)
      if (wrong.length === 0) continue
      const what = wrong.map((version) => `${version} (${tried[version]})`).join(', ')
      report(
        'evidence/versions',
        keyPlace('affects'),
        `Unexpected range ${versions} of ${product}, expected one that agrees with the versions that were run: ${what}`,
        'Correct the range; if the page itself has changed, run fixdex sweep on it again.',
      )
    }
  }
}
