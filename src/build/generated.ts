import { execFileSync } from 'node:child_process'
import type { Page } from '../model/catalog.ts'
import { Fault } from '../model/fault.ts'

/**
 * When the content last changed, ISO 8601 in UTC: `SOURCE_DATE_EPOCH`, else the newest commit that touched the content,
 * else the newest `reviewed`. Never the clock, so that two builds of one commit are byte-identical. A shallow clone
 * does not know which commit touched what, so its history is not asked.
 */
export function generatedTime(contentDir: string, pages: readonly Page[], epoch: string | undefined): string {
  if (epoch !== undefined && epoch !== '') {
    const seconds = Number(epoch)
    if (!Number.isSafeInteger(seconds) || seconds < 0)
      throw new Fault(`SOURCE_DATE_EPOCH \`${epoch}\` is not a number of seconds`)
    return fromSeconds(seconds)
  }
  const commit = newestCommit(contentDir)
  if (commit !== undefined) return fromSeconds(commit)
  const days = pages.flatMap(
    (page) => (page.kind === 'solution' ? page.solution.reviewed : page.guide.reviewed) ?? [],
  )
  return `${days.sort().at(-1) ?? '1970-01-01'}T00:00:00.000Z`
}

const fromSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString()

function newestCommit(contentDir: string): number | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', contentDir, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    if (git('rev-parse', '--is-shallow-repository') !== 'false') return undefined
    const seconds = git('log', '-1', '--format=%ct', '--', '.')
    return seconds === '' ? undefined : Number(seconds)
  } catch {
    // No git, or no repository: the content's own dates have to do.
    return undefined
  }
}
