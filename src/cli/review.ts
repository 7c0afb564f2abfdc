import { prettyJson } from '../emit/output.ts'
import type { Environment } from './environment.ts'
import { contentCommand, folder, loadContent } from './options.ts'

export const review = (environment: Environment) =>
  contentCommand('review')
    .description('print what changed in the content since a branch, as a comment for a pull request')
    .option('--base <ref>', 'branch or commit to compare with', 'origin/main')
    .option('--json', 'print it as JSON')
    .option('--run <url>', 'address of the workflow run that built the site')
    .action(async ({ base, json, run, ...flags }) => {
      const { knownPages, nearPages } = await import('../intake/known-pages.ts')
      const { review } = await import('../review/review.ts')
      const { reviewComment } = await import('../review/review-comment.ts')
      const loaded = await loadContent(flags, environment, ['preview', 'build', 'check'])
      const known = knownPages(loaded.sources, loaded.site.labels)
      const similarTo = (path: string): string[] => {
        const own = known.find((page) => page.path === path)
        if (own === undefined) return []
        const others = known.filter((page) => page !== own)
        return nearPages({ title: own.title, message: own.entry.errors.join('\n') }, others).map(
          ({ page, nearness }) => `${nearness}: ${page.path} (${page.title})`,
        )
      }
      const data = review(folder(flags.content, environment), base, loaded, similarTo)
      environment.stdout(json ? prettyJson(data) : reviewComment(data, { run }))
    })
