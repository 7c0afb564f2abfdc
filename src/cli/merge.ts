import type { Command } from 'commander'
import { type BuildFlags, runBuild, siteOptions } from './build.ts'
import type { Environment, ExitCode } from './environment.ts'
import { folder } from './options.ts'

export function declareMerge(program: Command): Command {
  return siteOptions(program.command('merge'))
    .description('build the catalog from what `build --shard` compiled on several machines')
    .argument('<dir...>', 'folders of the shards')
}

/** A build like any other: what the shards lack is compiled here, and the bytes are the same. */
export const runMerge = (
  dirs: readonly string[],
  flags: BuildFlags,
  environment: Environment,
): Promise<ExitCode> =>
  runBuild({ ...flags, shards: dirs.map((dir) => folder(dir, environment)) }, environment)
