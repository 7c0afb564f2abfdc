import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { prettyJson } from '../emit/output.ts'
import { Fault } from '../model/fault.ts'
import type { Loaded } from '../pipeline/load.ts'
import type { Review } from '../review/review-data.ts'
import type { Environment } from './environment.ts'
import { contentCommand, folder, loadContent } from './options.ts'

export const review = (environment: Environment) =>
  contentCommand('review')
    .description('print what changed in the content since a branch, as a comment for a pull request')
    .option('--base <ref>', 'branch or commit to compare with', 'origin/main')
    .option('--json', 'print data for --from')
    .option('--from <file>', 'print the comment from a --json file instead; the file is treated as untrusted')
    .option('--run <url>', 'address of the workflow run that built the site')
    .action(async ({ base, json, from, run, ...flags }) => {
      const { reviewComment } = await import('../review/review-comment.ts')
      const content = folder(flags.content, environment)
      const data =
        from === undefined
          ? await reviewOf(
              content,
              base,
              await loadContent(flags, environment, ['preview', 'build', 'check']),
            )
          : await readReview(resolve(environment.cwd, from))
      environment.stdout(json ? prettyJson(data) : reviewComment(data, { run }))
    })

async function reviewOf(content: string, base: string, loaded: Loaded): Promise<Review> {
  const { knownPages, nearPages } = await import('../intake/known-pages.ts')
  const { review } = await import('../review/review.ts')
  const known = knownPages(loaded.sources, loaded.site.labels)
  return review(content, base, loaded, (path) => {
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
