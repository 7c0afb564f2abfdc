import type { Command } from 'commander'
import type { ExecutedPage } from '../model/executed-page.ts'
import { Fault } from '../model/fault.ts'
import { didYouMean } from '../model/nearest.ts'
import { wholeNumber } from './check.ts'
import { folder } from './content-options.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { plural } from './print-problems.ts'
import { failureText, resultLine } from './print-verified.ts'

export interface VerifyFlags {
  content: string
  all?: boolean
  jobs: number
  json?: boolean
}

export function declareVerify(program: Command): Command {
  return program
    .command('verify')
    .description('run the blocks of pages in a sandbox: the error must appear, the fix must end it')
    .argument('[id...]', 'pages, as <category>/<slug>')
    .option('--all', 'every page with blocks that run')
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .option('--jobs <n>', 'pages at a time', wholeNumber, 2)
    .option('--json', 'print the results as JSON')
}

export async function runVerify(
  ids: readonly string[],
  flags: VerifyFlags,
  environment: Environment,
): Promise<ExitCode> {
  const content = folder(flags.content, environment)
  const { executedPages } = await import('../verify/executed-pages.ts')
  const pages = chosen(ids, flags, executedPages(content))
  const { findSandbox } = await import('../verify/find-sandbox.ts')
  const { packageCache } = await import('../verify/packages.ts')
  const { services } = await import('../verify/services.ts')
  const { verify } = await import('../verify/verify.ts')
  const sandbox = await findSandbox(environment.machine, environment.env.PATH ?? '')
  const tools = { sandbox, packages: packageCache(environment.cacheDir, environment.env), services }
  const results = await verify(pages, tools, Math.max(1, flags.jobs), (result) =>
    environment.stderr(resultLine(result)),
  )
  const failed = results.filter(({ failure }) => failure !== undefined)
  if (flags.json) environment.stdout(`${JSON.stringify(results, null, 2)}\n`)
  else {
    for (const result of failed) environment.stdout(failureText(result, content, environment.cwd))
    environment.stdout(`${plural(results.length, 'page')} run, ${failed.length} failed\n`)
  }
  return failed.length === 0 ? exit.ok : exit.problems
}

function chosen(
  ids: readonly string[],
  { all }: VerifyFlags,
  pages: readonly ExecutedPage[],
): readonly ExecutedPage[] {
  if (all) return pages
  if (ids.length === 0) throw new Fault('Nothing to verify', 'Name pages as <category>/<slug>, or say --all.')
  return ids.map((text) => {
    // The path of the file is what an editor's terminal completes.
    const id = text.replace(/^.*solutions\//, '').replace(/\.md$/, '')
    const page = pages.find((candidate) => candidate.id === id)
    if (page !== undefined) return page
    const known = pages.map((candidate) => candidate.id)
    throw new Fault(
      `No page ${id} with blocks that run${didYouMean(id, known)}`,
      'A block runs when `run=reproduce` or `run=fix` stands behind its language.',
    )
  })
}
