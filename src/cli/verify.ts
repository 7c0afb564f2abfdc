import { relative, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { prettyJson } from '../emit/output.ts'
import type { Sweep } from '../model/sweep.ts'
import { plural, printable } from '../model/text.ts'
import { defaultLimits } from '../verify/sandbox.ts'
import type { PageResult } from '../verify/verify-page.ts'
import { type Environment, exit } from './environment.ts'
import { folder, interruption, runOptions, wholeNumber } from './options.ts'

export const verify = (environment: Environment) =>
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
    .option('--timeout <s>', 'seconds that a block may run', wholeNumber, defaultLimits.seconds)
    .option('--json', 'print the results as JSON')
    .action(async (ids, flags) => {
      const { verifyCatalog } = await import('../verify/verify-catalog.ts')
      const options = runOptions(flags, environment)
      const results = await verifyCatalog({
        ...flags,
        ...options,
        choice: { ...flags, ids },
        onResult: (result) => environment.stderr(resultLine(result)),
      })
      if (flags.json) environment.stdout(prettyJson(results))
      else {
        for (const result of results)
          environment.stdout(failureText(result, options.content, environment.cwd))
        environment.stdout(summaryLine(results))
      }
      // A sample skips what this machine can't run; named pages have to run.
      const failed = results.some(
        ({ failure }) => failure !== undefined && !(failure.blameless && flags.sample !== undefined),
      )
      if (failed) environment.exitWith(exit.problems)
    })

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
  // In a workflow's log, `##[…]` is a command anywhere in a line.
  return printable(text.join('\n')).replaceAll('##[', '## [')
}

export const sweep = (environment: Environment) =>
  new Command('sweep')
    .description(
      'run pages over released versions of Node and of their packages, and record where the error appears',
    )
    .argument('[id...]', 'pages, as <category>/<slug> or path')
    .option('--all', 'every page with runnable blocks that has not been measured in its current form')
    .option('--again', 'also pages that have been measured')
    .option('--limit <n>', 'release lines of one package at most', wholeNumber, 6)
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .option('--jobs <n>', 'pages at a time', wholeNumber, 2)
    .action(async (ids, flags) => {
      const { sweepCatalog } = await import('../verify/sweep.ts')
      const measured = await sweepCatalog({
        ...runOptions(flags, environment),
        choice: { ids, all: flags.all },
        again: flags.again === true || ids.length > 0,
        limit: Math.max(2, flags.limit),
        onResult: ({ id }, result, done, total) =>
          environment.stderr(printable(`${done} of ${total} ${id}: ${resultText(result)}\n`)),
      })
      environment.stdout(`${plural(measured, 'page')} measured\n`)
    })

/** `zod 3.25.76 gone, 4.1.0 shown` */
const resultText = ({ versions }: Sweep): string =>
  Object.entries(versions)
    .map(([name, tried]) => {
      const list = Object.entries(tried).map(([version, outcome]) => `${version} ${outcome}`)
      return `${name} ${list.join(', ')}`
    })
    .join('; ') || 'nothing with versions'

export const watch = (environment: Environment) =>
  new Command('watch')
    .description('list products whose newest major version no page names')
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .action(async (flags) => {
      const { newMajors } = await import('../verify/watch.ts')
      const { lacking, failed } = await newMajors({
        content: folder(flags.content, environment),
        fetch: environment.fetch,
        signal: interruption(environment),
      })
      for (const { product, version, known, date, changelog } of lacking)
        environment.stdout(
          printable(`${date} ${product} ${version} (pages know ${known ?? 'no version'}): ${changelog}\n`),
        )
      for (const line of failed) environment.stderr(printable(`not asked: ${line}\n`))
      if (lacking.length > 0) environment.exitWith(exit.problems)
    })
