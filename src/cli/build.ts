import { relative } from 'node:path'
import type { Command } from 'commander'
import type { BuildOptions, BuildReport, Shard } from '../pipeline/build.ts'
import type { Sizes } from '../pipeline/sizes.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { contentOptions, folder, overrides, partOf, progressLine, today, wholeNumber } from './options.ts'
import { plural } from './print-problems.ts'

export interface BuildFlags {
  content: string
  templates?: string
  out: string
  baseUrl?: string
  site?: string
  cacheDir: string
  cache: boolean
  threads?: number
  shard?: Shard
  /** Folders of compiled parts, of a merge. */
  shards?: readonly string[]
  json?: boolean
}

export function declareBuild(program: Command): Command {
  return siteOptions(program.command('build'))
    .description('build the catalog into a folder of static files')
    .option('--shard <i/n>', 'only compile one of n parts into the folder --out, for fixdex merge', partOf)
}

/** What every command that builds a site takes. */
export function siteOptions(command: Command): Command {
  return contentOptions(command)
    .option('--out <dir>', 'folder to write; it is replaced as a whole', 'dist')
    .option('--base-url <url>', 'origin that will serve the folder (else CATALOG_BASE_URL, else site.yaml)')
    .option('--site <name>', 'first part of every address (else CATALOG_SITE, else site.yaml)')
    .option('--cache-dir <dir>', 'folder for what the next build need not make again', '.fixdex/cache')
    .option('--no-cache', 'make everything, and keep nothing')
    .option('--threads <n>', 'threads that may work; default: one for each processor', wholeNumber)
    .option('--json', 'print the report as JSON')
}

export async function runBuild(flags: BuildFlags, environment: Environment): Promise<ExitCode> {
  const started = environment.now()
  const content = folder(flags.content, environment)
  const out = folder(flags.out, environment)
  const options = {
    ...overrides(flags, environment),
    content,
    out,
    shards: flags.shards,
    epoch: environment.env.SOURCE_DATE_EPOCH,
    today: today(environment),
    cache: flags.cache ? folder(flags.cacheDir, environment) : undefined,
    threads: flags.threads ?? environment.processors,
    onProgress: progressLine(environment),
  }
  if (flags.shard) return runShard(flags.shard, options, flags, environment)
  const { build } = await import('../pipeline/build.ts')
  const { exceededLimits } = await import('../pipeline/sizes.ts')
  const report = await build(options)
  const { sources, problems, output, ...rest } = report
  const tooLarge = report.sizes ? exceededLimits(report.sizes) : []
  const milliseconds = Math.round(environment.now() - started)
  if (flags.json) {
    environment.stdout(
      `${JSON.stringify({ ...rest, ...output, tooLarge, milliseconds, problems }, null, 2)}\n`,
    )
    return output ? exit.ok : exit.problems
  }
  await tellProblems(report, content, environment)
  if (output === undefined) {
    environment.stderr('Nothing was written.\n')
    return exit.problems
  }
  const { written, unchanged, removed, bytes } = output
  environment.stdout(
    `${plural(report.solutions, 'solution')}, ${plural(report.guides, 'guide')} -> ${relative(environment.cwd, out) || '.'}: ${written} written, ${unchanged} unchanged, ${removed} removed, ${(bytes / 1e6).toFixed(1)} MB, ${milliseconds} ms\n`,
  )
  if (report.sizes) environment.stdout(sizesLine(report.sizes))
  for (const sentence of tooLarge) environment.stdout(`${sentence}\n`)
  if (report.missingHistory) environment.stdout(`Change feed without history. ${report.missingHistory}\n`)
  return exit.ok
}

async function runShard(
  shard: Shard,
  options: BuildOptions,
  flags: BuildFlags,
  environment: Environment,
): Promise<ExitCode> {
  const { compileShard } = await import('../pipeline/build.ts')
  const { problems, sources } = await compileShard(shard, options)
  const failed = problems.some(({ severity }) => severity === 'error')
  if (flags.json) {
    environment.stdout(`${JSON.stringify({ ...shard, files: sources.length, problems }, null, 2)}\n`)
    return failed ? exit.problems : exit.ok
  }
  await tellProblems({ problems, sources }, options.content, environment)
  environment.stdout(
    `part ${shard.index} of ${shard.count}: ${plural(sources.length, 'file')} -> ${relative(environment.cwd, options.out) || '.'}\n`,
  )
  return failed ? exit.problems : exit.ok
}

async function tellProblems(
  { problems, sources }: Pick<BuildReport, 'problems' | 'sources'>,
  content: string,
  { stderr, colour, cwd }: Environment,
): Promise<void> {
  if (problems.length === 0) return
  const { printProblems, summary } = await import('./print-problems.ts')
  stderr(printProblems(problems, { format: 'pretty', colour, cwd, content, sources }))
  stderr(`\n${summary(problems)}\n`)
}

const sizesLine = ({ index, matchFile, lookups, largestLookup, largestTwin }: Sizes): string =>
  `index ${kilobytes(index)}, match file ${kilobytes(matchFile)}, ${plural(lookups, 'lookup file')} up to ${kilobytes(largestLookup)}, Markdown pages up to ${kilobytes(largestTwin)}\n`

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
