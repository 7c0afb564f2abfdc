import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Fault } from '../model/fault.ts'
import type { Review } from '../review/review-data.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { contentOptions, folder, overrides } from './options.ts'

export interface ReviewFlags {
  content: string
  templates?: string
  base: string
  from?: string
  run?: string
  json?: boolean
}

export function declareReview(program: Command): Command {
  return contentOptions(program.command('review'))
    .description('print what changed in the content since a branch, as a comment for a pull request')
    .option('--base <ref>', 'branch or commit to compare with', 'origin/main')
    .option('--json', 'print data for --from')
    .option('--from <file>', 'print the comment from a --json file instead; the file is treated as untrusted')
    .option('--run <url>', 'address of the workflow run that built the site')
}

export async function runReview(flags: ReviewFlags, environment: Environment): Promise<ExitCode> {
  const { reviewComment } = await import('../review/review-comment.ts')
  const review =
    flags.from === undefined
      ? await reviewOf(flags, environment)
      : await readReview(resolve(environment.cwd, flags.from))
  environment.stdout(
    flags.json ? `${JSON.stringify(review, null, 2)}\n` : reviewComment(review, { run: flags.run }),
  )
  return exit.ok
}

async function reviewOf(flags: ReviewFlags, environment: Environment): Promise<Review> {
  const { knownPages, nearPages } = await import('../intake/known-pages.ts')
  const { load } = await import('../pipeline/load.ts')
  const { review } = await import('../review/review.ts')
  const content = folder(flags.content, environment)
  const loaded = await load(content, {
    ...overrides(flags, environment),
    stages: ['preview', 'build', 'check'],
    threads: environment.processors,
  })
  const known = knownPages(loaded.sources, loaded.site.labels)
  return review(content, flags.base, loaded, (path) => {
    const own = known.find((page) => page.path === path)
    if (own === undefined) return []
    const others = known.filter((page) => page !== own)
    return nearPages({ title: own.title, message: own.entry.errors.join('\n') }, others).map(
      ({ page, nearness }) => `${nearness}: ${page.path} (${page.title})`,
    )
  })
}

async function readReview(file: string): Promise<Review> {
  const { parseReview, reviewBytes } = await import('../review/review-data.ts')
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) throw new Fault(`No review at ${file}`, '`fixdex review --json` writes one.')
  if (stat.size > reviewBytes) throw new Fault(`${file} is larger than a review may be: ${reviewBytes} bytes`)
  return parseReview(readFileSync(file, 'utf8'))
}
