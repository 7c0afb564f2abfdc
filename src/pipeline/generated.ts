import type { History, Page } from '../model/catalog.ts'
import { Fault } from '../model/fault.ts'

/**
 * When the content last changed, ISO 8601 in UTC: `SOURCE_DATE_EPOCH`, else the newest commit that touched the content,
 * else the newest `reviewed`. Never the clock, so that two builds of one commit are byte-identical.
 */
export function generatedTime(
  { newest }: History,
  pages: readonly Page[],
  epoch: string | undefined,
): string {
  if (epoch !== undefined && epoch !== '') {
    const seconds = Number(epoch)
    if (!Number.isSafeInteger(seconds) || seconds < 0)
      throw new Fault(`SOURCE_DATE_EPOCH \`${epoch}\` is not a number of seconds`)
    return fromSeconds(seconds)
  }
  if (newest !== undefined) return fromSeconds(newest)
  const days = pages.flatMap(
    (page) => (page.kind === 'solution' ? page.solution.reviewed : page.guide.reviewed) ?? [],
  )
  return `${days.sort().at(-1) ?? '1970-01-01'}T00:00:00.000Z`
}

const fromSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString()
