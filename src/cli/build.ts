import { relative } from 'node:path'
import { prettyJson } from '../emit/output.ts'
import { hasErrors } from '../model/problem.ts'
import { plural } from '../model/text.ts'
import type { BuildOptions, BuildReport } from '../pipeline/build.ts'
import type { Shard } from '../pipeline/load.ts'
import type { Sizes } from '../pipeline/sizes.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import {
  type Action,
  contentCommand,
  folder,
  overrides,
  partOf,
  progressLine,
  today,
  wholeNumber,
} from './options.ts'

/** What every command that builds a site takes. */
const buildCommand = (name: string) =>
  contentCommand(name)
    .option('--out <dir>', 'folder to write; it is replaced as a whole', 'dist')
    .option('--base-url <url>', 'origin that will serve the folder (else CATALOG_BASE_URL, else site.yaml)')
    .option('--site <name>', 'first part of every address (else CATALOG_SITE, else site.yaml)')
    .option('--cache-dir <dir>', 'folder for what the next build need not make again', '.fixdex/cache')
    .option('--no-cache', 'make everything, and keep nothing')
    .option('--threads <n>', 'threads that may work; default: one for each processor', wholeNumber)
    .option('--cards', 'draw a social card for each solution too, where site.yaml asks for cards')
    .option('--json', 'print the report as JSON')

type BuildFlags = ReturnType<ReturnType<typeof buildCommand>['opts']>

export const build = (environment: Environment, action: Action) =>
  buildCommand('build')
    .description('build the catalog into a folder of static files')
    .option('--shard <i/n>', 'only compile one of n parts into the folder --out, for fixdex merge', partOf)
    .action(
      action(async ({ shard, ...flags }) =>
        shard ? runShard(shard, flags, environment) : runBuild([], flags, environment),
      ),
    )

/** A build like any other: what the shards lack is compiled here, and the bytes are the same. */
export const merge = (environment: Environment, action: Action) =>
  buildCommand('merge')
    .description('build the catalog from what `build --shard` compiled on several machines')
    .argument('<dir...>', 'folders of the shards')
    .action(action((dirs, flags) => runBuild(dirs, flags, environment)))

async function runBuild(
  shards: readonly string[],
  flags: BuildFlags,
  environment: Environment,
): Promise<ExitCode> {
  const started = environment.now()
  const { build } = await import('../pipeline/build.ts')
  const { exceededLimits } = await import('../pipeline/sizes.ts')
  const options = buildOptions(flags, environment)
  const report = await build({ ...options, shards: shards.map((dir) => folder(dir, environment)) })
  const { sources, problems, output, ...rest } = report
  const tooLarge = report.sizes ? exceededLimits(report.sizes) : []
  const milliseconds = Math.round(environment.now() - started)
  if (flags.json) {
    environment.stdout(prettyJson({ ...rest, ...output, tooLarge, milliseconds, problems }))
    return output ? exit.ok : exit.problems
  }
  await tellProblems(report, options.content, environment)
  if (output === undefined) {
    environment.stderr('Nothing was written.\n')
    return exit.problems
  }
  const { written, unchanged, removed, bytes } = output
  environment.stdout(
    `${plural(report.solutions, 'solution')}, ${plural(report.guides, 'guide')} -> ${relative(environment.cwd, options.out) || '.'}: ${written} written, ${unchanged} unchanged, ${removed} removed, ${(bytes / 1e6).toFixed(1)} MB, ${milliseconds} ms\n`,
  )
  if (report.sizes) environment.stdout(sizesLine(report.sizes))
  for (const sentence of tooLarge) environment.stdout(`${sentence}\n`)
  if (report.missingHistory) environment.stdout(`Change feed without history. ${report.missingHistory}\n`)
  return exit.ok
}

async function runShard(shard: Shard, flags: BuildFlags, environment: Environment): Promise<ExitCode> {
  const { compileShard } = await import('../pipeline/load.ts')
  const options = buildOptions(flags, environment)
  const { problems, sources } = await compileShard(shard, options)
  const failed = hasErrors(problems)
  if (flags.json) {
    environment.stdout(prettyJson({ ...shard, files: sources.length, problems }))
    return failed ? exit.problems : exit.ok
  }
  await tellProblems({ problems, sources }, options.content, environment)
  environment.stdout(
    `part ${shard.index} of ${shard.count}: ${plural(sources.length, 'file')} -> ${relative(environment.cwd, options.out) || '.'}\n`,
  )
  return failed ? exit.problems : exit.ok
}

const buildOptions = (flags: BuildFlags, environment: Environment): BuildOptions => ({
  ...overrides(flags, environment),
  content: folder(flags.content, environment),
  out: folder(flags.out, environment),
  cards: flags.cards,
  epoch: environment.env.SOURCE_DATE_EPOCH,
  today: today(environment),
  cache: flags.cache ? folder(flags.cacheDir, environment) : undefined,
  threads: flags.threads ?? environment.processors,
  onProgress: progressLine(environment),
})

async function tellProblems(
  { problems, sources }: Pick<BuildReport, 'problems' | 'sources'>,
  content: string,
  environment: Environment,
): Promise<void> {
  if (problems.length === 0) return
  const { printProblems, summary } = await import('./print-problems.ts')
  environment.stderr(printProblems(problems, { content, sources }, environment))
  environment.stderr(`\n${summary(problems)}\n`)
}

const sizesLine = ({ index, matchFile, lookups, largestLookup, largestTwin }: Sizes): string =>
  `index ${kilobytes(index)}, match file ${kilobytes(matchFile)}, ${plural(lookups, 'lookup file')} up to ${kilobytes(largestLookup)}, Markdown pages up to ${kilobytes(largestTwin)}\n`

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
