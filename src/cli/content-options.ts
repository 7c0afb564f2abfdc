import { resolve } from 'node:path'
import type { Command } from 'commander'
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
