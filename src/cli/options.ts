import { resolve } from 'node:path'
import { Command, type CommandUnknownOpts, InvalidArgumentError } from '@commander-js/extra-typings'
import type { Stage } from '../checks/rule.ts'
import type { Overrides } from '../content/read-config.ts'
import type { Loaded } from '../pipeline/load.ts'
import type { Environment } from './environment.ts'

type MakeCommand = (environment: Environment) => CommandUnknownOpts

/** A program of these commands, wired to one environment. */
export function programOf(
  description: string,
  commands: readonly MakeCommand[],
  environment: Environment,
): Command {
  const program = new Command('fixdex')
    .description(description)
    .version(environment.version)
    .exitOverride()
    .configureOutput({ writeOut: environment.stdout, writeErr: environment.stderr })
    .showHelpAfterError('See fixdex --help.')
  for (const command of commands) program.addCommand(command(environment).copyInheritedSettings(program))
  return program
}

/** A command that reads the content. */
export const contentCommand = (name: string) =>
  new Command(name)
    .option('--content <dir>', 'folder with site.yaml, solutions and guides', 'content')
    .option('--templates <dir>', 'own page templates (default: the folder templates beside the content)')

/** A command that reads a built catalog. */
export const catalogCommand = (name: string) =>
  new Command(name)
    .option(
      '--index <url|dir>',
      'catalog to read, may be repeated (default: FIXDEX_INDEX, else ./dist, else the published one)',
      (one: string, before: readonly string[] = []) => [...before, one],
    )
    .option('--pack <file>', 'catalog.tgz to read, without a network')

/** Where such a command finds its catalog. */
export interface From {
  readonly index?: readonly string[] | undefined
  readonly pack?: string | undefined
}

/** Flags win over the environment, the environment over `site.yaml`. */
export function overrides(
  flags: { baseUrl?: string | undefined; site?: string | undefined; templates?: string | undefined },
  { env, cwd }: Environment,
): Overrides {
  return {
    baseUrl: flags.baseUrl ?? (env.CATALOG_BASE_URL || undefined),
    site: flags.site ?? (env.CATALOG_SITE || undefined),
    templates: flags.templates === undefined ? undefined : resolve(cwd, flags.templates),
  }
}

export const folder = (name: string, { cwd }: Environment): string => resolve(cwd, name)

type ContentFlags = { content: string } & Parameters<typeof overrides>[0]

/** Compiles the content folder; `stages` selects the checks of the whole catalog. */
export async function loadContent(
  flags: ContentFlags,
  environment: Environment,
  stages: readonly Stage[] = [],
): Promise<Loaded> {
  const { load } = await import('../pipeline/load.ts')
  const threads = environment.processors
  return load(folder(flags.content, environment), { ...overrides(flags, environment), threads, stages })
}

/** Options shared by the commands that process many pages. */
export const runOptions = (flags: { content: string; jobs: number }, environment: Environment) => ({
  content: folder(flags.content, environment),
  jobs: Math.max(1, flags.jobs),
  date: today(environment),
  cacheDir: environment.cacheDir,
  signal: interruption(environment),
})

/** Aborted when the user asks the command to end. */
export function interruption({ onInterrupt }: Environment): AbortSignal {
  const controller = new AbortController()
  onInterrupt(() => controller.abort())
  return controller.signal
}

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text)

/** Parses `n/m`, counted from 1. */
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

/** Today's date, as `2026-11-24`. */
export const today = ({ wallClock }: Environment): string => new Date(wallClock()).toISOString().slice(0, 10)

/** Progress as a line that is updated in place, shown after a second and only on a terminal. */
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
