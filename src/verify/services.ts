import { readFileSync } from 'node:fs'
import fastGlob from 'fast-glob'
import { load } from 'js-yaml'
import { serviceNames } from '../model/executed-page.ts'

/** A background program in a block's sandbox. */
export interface Startable {
  readonly name: string
  /** Command and arguments. Runs in `/tmp` as an unprivileged user, and stays in the foreground. */
  readonly start: readonly string[]
  /** Environment variables for the blocks and for the program itself. */
  readonly env: Readonly<Record<string, string>>
  /** A port on 127.0.0.1 or a Unix socket that accepts connections once the program is ready. */
  readonly ready: number | string
}

type Row = Omit<Startable, 'name'> & { readonly installed?: string; readonly missing?: string }

/** A table in `data/`. */
export const readData = <T>(name: string): T =>
  load(readFileSync(new URL(`../verify/data/${name}.yaml`, import.meta.url), 'utf8')) as T

const rows = readData<Readonly<Record<string, Row>>>('services')

/**
 * Every service that `needs` can name. Each block that needs one gets a fresh one in its own sandbox, without state from
 * earlier blocks.
 */
export const services = serviceNames.map((name) => {
  const [program = '', ...variant] = name.split(':')
  const { start, env, ready, installed, missing } = rows[program] as Row
  const isHere = () => installed === undefined || fastGlob.sync(installed).length > 0
  return {
    name,
    start: [...start, ...variant],
    env,
    ready,
    /** Why it can't run on this host and how to install it, or undefined if it can. */
    available: () => (isHere() ? undefined : missing),
  }
})
