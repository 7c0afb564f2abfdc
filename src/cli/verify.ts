import { relative, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { prettyJson } from '../emit/output.ts'
import { plural, printable } from '../model/text.ts'
import type { PageResult } from '../verify/verify-page.ts'
import { type Environment, exit } from './environment.ts'
import { type Action, folder, interruption, today, wholeNumber } from './options.ts'

export const verify = (environment: Environment, action: Action) =>
  new Command('verify')
    .description('run the blocks of pages in a sandbox: the error must appear, and the fix must remove it')
    .argument('[id...]', 'pages, as <category>/<slug> or path')
    .option('--all', 'every page with runnable blocks')
    .option('--changed', 'pages whose blocks have changed since their recorded run')
    .option('--since <ref>', 'pages whose file or record has changed since a commit')
    .option('--sample <n>', 'a few pages, always the same; implies --no-record', wholeNumber)
    .option('--newest', 'with the newest version of every package; implies --no-record')
    .option('--no-record', 'do not write verified.json')
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .option('--jobs <n>', 'pages at a time', wholeNumber, 2)
    .option('--json', 'print the results as JSON')
    .option('--without-sandbox-i-trust-every-page', 'run the blocks with all your permissions')
    .action(
      action(async (ids, flags) => {
        const { verifyCatalog } = await import('../verify/verify-catalog.ts')
        const content = folder(flags.content, environment)
        const results = await verifyCatalog({
          content,
          choice: { ...flags, ids },
          newest: flags.newest === true,
          record: flags.record,
          bareHost: flags.withoutSandboxITrustEveryPage === true,
          jobs: Math.max(1, flags.jobs),
          date: today(environment),
          machine: environment.machine,
          cacheDir: environment.cacheDir,
          signal: interruption(environment),
          onResult: (result) => environment.stderr(resultLine(result)),
        })
        if (flags.json) environment.stdout(prettyJson(results))
        else {
          for (const result of results) environment.stdout(failureText(result, content, environment.cwd))
          environment.stdout(summaryLine(results))
        }
        // A sample skips what this machine can't run; pages that were named have to run.
        const failed = results.some(
          ({ failure }) => failure !== undefined && !(failure.blameless && flags.sample !== undefined),
        )
        return failed ? exit.problems : exit.ok
      }),
    )

const shownLines = 30
const shownCharacters = 3000

/** One line of progress. */
const resultLine = ({ id, milliseconds, failure }: PageResult): string =>
  `${failure === undefined ? 'ok     ' : failure.blameless ? 'NOT RUN' : 'FAILED '} ${id} ${(milliseconds / 1000).toFixed(1)} s\n`

function summaryLine(results: readonly PageResult[]): string {
  const notRun = results.filter(({ failure }) => failure?.blameless).length
  const failed = results.filter(({ failure }) => failure !== undefined).length - notRun
  const rest = notRun === 0 ? '' : `, ${notRun} could not be run here`
  return `${plural(results.length - notRun, 'page')} run, ${failed} failed${rest}\n`
}

/** Where a page failed, what was expected, and the end of the output. */
function failureText({ path, packages, failure }: PageResult, content: string, cwd: string): string {
  if (failure === undefined) return ''
  const { line, column, expected, got, output } = failure
  const printed = output.trimEnd()
  const lines = printed.slice(-shownCharacters).split('\n').slice(-shownLines)
  const cut = lines.join('\n').length < printed.length ? ' (end)' : ''
  const text = [
    `${relative(cwd, resolve(content, path))}:${line}:${column}`,
    `  expected ${expected}`,
    `  got ${got}`,
    ...(packages === undefined ? [] : [`  with ${packages.join(', ')}`]),
    ...(printed === '' ? [] : [`  printed${cut}:`, ...lines.map((shown) => `  | ${shown}`)]),
    '\n',
  ]
  return harmless(text.join('\n'))
}

/** For a terminal and for the log of a workflow, where `##[…]` is a command anywhere in a line. */
const harmless = (text: string): string => printable(text).replaceAll('##[', '## [')
