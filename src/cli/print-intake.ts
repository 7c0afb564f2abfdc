import { relative, resolve } from 'node:path'
import type { NearPage } from '../intake/known-pages.ts'
import type { RemovedSecret } from '../intake/pasted-text.ts'
import { plural, printable } from '../model/text.ts'

/** Existing solutions similar to a new one, two lines each. */
export function printNearPages(
  near: readonly NearPage[],
  { content, cwd }: { readonly content: string; readonly cwd: string },
): string {
  return near
    .map(({ page, nearness, matched }) => {
      const why = nearness.endsWith('message') ? ` \`${shortened(matched)}\`` : ''
      return printable(
        `- ${page.title}\n  ${relative(cwd, resolve(content, page.path))} (${nearness}${why})\n`,
      )
    })
    .join('')
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Names the secrets that were removed from a draft, without their values. */
export function printRemoved(removed: readonly RemovedSecret[]): string {
  if (removed.length === 0) return ''
  const each = removed.map(({ name, line }) => `${name} (line ${line})`).join(', ')
  return `Removed ${plural(removed.length, 'value')} that looked secret: ${each}. Real secrets that were posted have to be revoked.\n`
}

/** The commands to run next. */
export function nextCommands(content: string, path: string, cwd: string): string {
  const folder = relative(cwd, content)
  const option = folder === 'content' ? '' : ` --content ${folder || '.'}`
  const file = relative(cwd, resolve(content, path))
  return `Next:\n  npx fixdex dev --open${option}\n  npx fixdex check ${file}${option}\n`
}
