import { type Command, Option } from 'commander'
import type { PageResult } from '../verify/verify-page.ts'
import { today, wholeNumber } from './check.ts'
import { folder } from './content-options.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { failureText, resultLine, summaryLine } from './print-verified.ts'

export interface VerifyFlags {
  content: string
  all?: boolean
  changed?: boolean
  since?: string
  sample?: number
  newest?: boolean
  record: boolean
  jobs: number
  json?: boolean
  withoutSandboxITrustEveryPage?: boolean
}

export function declareVerify(program: Command): Command {
  return program
    .command('verify')
    .description('run the blocks of pages in a sandbox: the error must appear, and the fix must end it')
    .argument('[id...]', 'pages, as <category>/<slug> or path')
    .option('--all', 'every page with blocks that run')
    .option('--changed', 'pages whose blocks differ from those that the record says ran')
    .option('--since <ref>', 'pages whose file or record differs from that of a commit')
    .addOption(
      new Option('--sample <n>', 'a few pages, always the same; implies --no-record').argParser(wholeNumber),
    )
    .option('--newest', 'with the newest version of every package; implies --no-record')
    .option('--no-record', 'leave verified.json as it is')
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .option('--jobs <n>', 'pages at a time', wholeNumber, 2)
    .option('--json', 'print the results as JSON')
    .option('--without-sandbox-i-trust-every-page', 'run what pages say with all that you may do yourself')
}

export async function runVerify(
  ids: readonly string[],
  flags: VerifyFlags,
  environment: Environment,
): Promise<ExitCode> {
  const { verifyCatalog } = await import('../verify/verify-catalog.ts')
  const content = folder(flags.content, environment)
  const interrupted = new AbortController()
  environment.onInterrupt(() => interrupted.abort())
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
    signal: interrupted.signal,
    onResult: (result) => environment.stderr(resultLine(result)),
  })
  if (flags.json) environment.stdout(`${JSON.stringify(results, null, 2)}\n`)
  else {
    for (const result of results) environment.stdout(failureText(result, content, environment.cwd))
    environment.stdout(summaryLine(results))
  }
  return results.some((result) => counts(result, flags)) ? exit.problems : exit.ok
}

/** A sample passes over what this machine can't run; whoever names pages wants them run. */
const counts = ({ failure }: PageResult, { sample }: VerifyFlags): boolean =>
  failure !== undefined && !(failure.blameless && sample !== undefined)
