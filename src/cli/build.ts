import { relative } from 'node:path'
import { prettyJson } from '../emit/output.ts'
import { hasErrors } from '../model/problem.ts'
import { plural } from '../model/text.ts'
import type { BuildOptions, BuildReport } from '../pipeline/build.ts'
import type { Shard } from '../pipeline/load.ts'
import type { Sizes } from '../pipeline/sizes.ts'
import { type Environment, exit } from './environment.ts'
import { contentCommand, folder, overrides, partOf, progressLine, today, wholeNumber } from './options.ts'

/** A command that builds a site. */
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

export const build = (environment: Environment) =>
  buildCommand('build')
    .description('build the catalog into a folder of static files')
    .option('--shard <i/n>', 'only compile one of n parts into the folder --out, for fixdex merge', partOf)
    .action(({ shard, ...flags }) =>
      shard ? runShard(shard, flags, environment) : runBuild([], flags, environment),
    )

/** An ordinary build, with the same bytes: what the shards lack is compiled here. */
export const merge = (environment: Environment) =>
  buildCommand('merge')
    .description('build the catalog from what `build --shard` compiled on several machines')
    .argument('<dir...>', 'folders of the shards')
    .action((dirs, flags) => runBuild(dirs, flags, environment))

async function runBuild(
  shards: readonly string[],
  flags: BuildFlags,
  environment: Environment,
): Promise<void> {
  const started = environment.now()
  const { build } = await import('../pipeline/build.ts')
  const { exceededLimits } = await import('../pipeline/sizes.ts')
  const options = buildOptions(flags, environment)
  const report = await build({ ...options, shards: shards.map((dir) => folder(dir, environment)) })
  const { sources, problems, output, ...rest } = report
  const { sizes, missingHistory } = report
  const tooLarge = sizes ? exceededLimits(sizes) : []
  const milliseconds = Math.round(environment.now() - started)
  const json = { ...rest, ...output, tooLarge, milliseconds, problems }
  if (output === undefined) {
    await tell(json, report, [], flags, environment)
    if (!flags.json) environment.stderr('Nothing was written.\n')
    return environment.exitWith(exit.problems)
  }
  const { written, unchanged, removed, bytes } = output
  const lines = [
    `${plural(report.solutions, 'solution')}, ${plural(report.guides, 'guide')} -> ${relative(environment.cwd, options.out) || '.'}: ${written} written, ${unchanged} unchanged, ${removed} removed, ${(bytes / 1e6).toFixed(1)} MB, ${milliseconds} ms`,
    ...(sizes ? [sizesLine(sizes)] : []),
    ...tooLarge,
    ...(missingHistory ? [`Change feed without history. ${missingHistory}`] : []),
  ]
  await tell(json, report, lines, flags, environment)
}

async function runShard(shard: Shard, flags: BuildFlags, environment: Environment): Promise<void> {
  const { compileShard } = await import('../pipeline/load.ts')
  const options = buildOptions(flags, environment)
  const compiled = await compileShard(shard, options)
  const { problems, sources } = compiled
  const line = `part ${shard.index} of ${shard.count}: ${plural(sources.length, 'file')} -> ${relative(environment.cwd, options.out) || '.'}`
  await tell({ ...shard, files: sources.length, problems }, compiled, [line], flags, environment)
  if (hasErrors(problems)) environment.exitWith(exit.problems)
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

/** Prints the report as JSON, or else the problems and these lines. */
async function tell(
  report: object,
  { problems, sources }: Pick<BuildReport, 'problems' | 'sources'>,
  lines: readonly string[],
  { json, content }: BuildFlags,
  environment: Environment,
): Promise<void> {
  if (json) return environment.stdout(prettyJson(report))
  if (problems.length > 0) {
    const { printProblems, summary } = await import('./print-problems.ts')
    const printed = { content: folder(content, environment), sources }
    environment.stderr(`${printProblems(problems, printed, environment)}\n${summary(problems)}\n`)
  }
  for (const line of lines) environment.stdout(`${line}\n`)
}

const sizesLine = ({ index, matchFile, lookups, largestLookup, largestTwin }: Sizes): string =>
  `index ${kilobytes(index)}, match file ${kilobytes(matchFile)}, ${plural(lookups, 'lookup file')} up to ${kilobytes(largestLookup)}, Markdown pages up to ${kilobytes(largestTwin)}`

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`
