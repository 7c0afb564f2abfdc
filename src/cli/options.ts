import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { Overrides } from '../content/read-config.ts'
import type { Environment } from './environment.ts'

/** The options of every command that reads the content. */
export const contentOptions = (command: Command): Command =>
  command
    .option('--content <dir>', 'folder with site.yaml, solutions and guides', 'content')
    .option('--templates <dir>', 'own page templates (default: the folder templates beside the content)')

/** Flags win over the environment, the environment over `site.yaml`. */
export function overrides(
  flags: { baseUrl?: string; site?: string; templates?: string },
  { env, cwd }: Environment,
): Overrides {
  return {
    baseUrl: flags.baseUrl ?? (env.CATALOG_BASE_URL || undefined),
    site: flags.site ?? (env.CATALOG_SITE || undefined),
    templates: flags.templates === undefined ? undefined : resolve(cwd, flags.templates),
  }
}

export const folder = (name: string, { cwd }: Environment): string => resolve(cwd, name)

/** Part `n` of `m`, as the user counts: the first is 1. */
export function partOf(text: string): { index: number; count: number } {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  if (index < 1 || index > count) throw new InvalidArgumentError('Expected a part such as 2/4.')
  return { index, count }
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

export function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('Expected a port from 0 to 65535.')
  return port
}

/** The day by the clock: a date of review can't be after it. */
export const today = ({ wallClock }: Environment): string => new Date(wallClock()).toISOString().slice(0, 10)

/** For a terminal a line that is updated in place, from the first second on; otherwise nothing. */
export function progressLine({
  stderr,
  now,
  terminal,
}: Environment): ((done: number, total: number) => void) | undefined {
  if (!terminal) return undefined
  const started = now()
  let shown = 0
  return (done, total) => {
    const at = now() - started
    const last = done === total
    if (at < 1000 || (at - shown < 100 && !last)) return
    shown = at
    stderr(last ? '\r\x1b[K' : `\r\x1b[K${done} of ${total} pages`)
  }
}
