import { type Command, Option } from 'commander'
import type { ExecutedPage } from '../model/executed-page.ts'
import { Fault } from '../model/fault.ts'
import type { Sandbox } from '../verify/sandbox.ts'
import type { PageResult } from '../verify/verify-page.ts'
import { today, wholeNumber } from './check.ts'
import { folder } from './content-options.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { plural } from './print-problems.ts'
import { failureText, resultLine } from './print-verified.ts'

export interface VerifyFlags {
  content: string
  all?: boolean
  changed?: boolean
  since?: string
  sample?: number
  record: boolean
  withoutSandboxITrustEveryPage?: boolean
  jobs: number
  json?: boolean
}

export function declareVerify(program: Command): Command {
  return program
    .command('verify')
    .description('run the blocks of pages in a sandbox: the error must appear, and the fix must end it')
    .argument('[id...]', 'pages, as <category>/<slug> or path')
    .option('--all', 'every page with blocks that run')
    .option('--changed', 'pages whose blocks differ from what the record says was run')
    .option('--since <ref>', 'pages whose file or record differs from that of a commit')
    .addOption(
      new Option('--sample <n>', 'the same few pages every time; implies --no-record').argParser(wholeNumber),
    )
    .option('--no-record', 'leave verified.json as it is')
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .option('--jobs <n>', 'pages at a time', wholeNumber, 2)
    .option(
      '--without-sandbox-i-trust-every-page',
      'run the pages’ code on this machine, with all that you may do',
    )
    .option('--json', 'print the results as JSON')
}

export async function runVerify(
  ids: readonly string[],
  flags: VerifyFlags,
  environment: Environment,
): Promise<ExitCode> {
  const content = folder(flags.content, environment)
  const { executedPages } = await import('../verify/executed-pages.ts')
  const { choosePages } = await import('../verify/choose-pages.ts')
  const { findSandbox } = await import('../verify/find-sandbox.ts')
  const { bareHost } = await import('../verify/bare-host.ts')
  const { defaultLimits } = await import('../verify/sandbox.ts')
  const { packageCache } = await import('../verify/packages.ts')
  const { services } = await import('../verify/services.ts')
  const { verify } = await import('../verify/verify.ts')
  const pages = executedPages(content)
  const chosen = choosePages(pages, { ...flags, ids }, content)
  const interrupted = new AbortController()
  environment.onInterrupt(() => interrupted.abort())
  const { signal } = interrupted
  const bounds = { limits: defaultLimits, signal }
  const path = environment.env.PATH ?? ''
  const sandbox = flags.withoutSandboxITrustEveryPage
    ? bareHost(environment.machine, path, bounds)
    : await findSandbox(environment.machine, path, bounds)
  const tools = { sandbox, packages: packageCache(environment.cacheDir, environment.env), services }
  const progress = (result: PageResult) => environment.stderr(resultLine(result))
  const results = await verify(chosen, tools, Math.max(1, flags.jobs), progress, signal)
  if (signal.aborted) throw new Fault(`Interrupted after ${plural(results.length, 'page')}`)
  if (flags.record && flags.sample === undefined)
    await keep(results, pages, sandbox, content, today(environment))
  const failed = results.filter(({ failure }) => failure !== undefined)
  if (flags.json) environment.stdout(`${JSON.stringify(results, null, 2)}\n`)
  else {
    for (const result of failed) environment.stdout(failureText(result, content, environment.cwd))
    environment.stdout(`${plural(results.length, 'page')} run, ${failed.length} failed\n`)
  }
  return failed.length === 0 ? exit.ok : exit.problems
}

async function keep(
  results: readonly PageResult[],
  pages: readonly ExecutedPage[],
  sandbox: Sandbox,
  content: string,
  date: string,
): Promise<void> {
  // What ran with the whole machine around it proves nothing about a fresh one.
  if (sandbox.kind === 'none') return
  const { record } = await import('../verify/record.ts')
  const { runtimesOf, versionsIn } = await import('../verify/runtimes.ts')
  const versions = await versionsIn(sandbox)
  const runtimes = (page: ExecutedPage) => runtimesOf(page, versions)
  record(content, pages, results, { date, sandbox: sandbox.kind, runtimes })
}
