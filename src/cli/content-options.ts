import { resolve } from 'node:path'
import type { Overrides } from '../content/read-config.ts'
import type { Environment } from './environment.ts'

/** Flags win over the environment, the environment over `site.yaml`. */
export function overrides(flags: { baseUrl?: string; site?: string }, { env }: Environment): Overrides {
  return {
    baseUrl: flags.baseUrl ?? (env.CATALOG_BASE_URL || undefined),
    site: flags.site ?? (env.CATALOG_SITE || undefined),
  }
}

export const folder = (name: string, { cwd }: Environment): string => resolve(cwd, name)
