import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

/** A tool that can't be measured on this machine, and why. */
export class Missing extends Error {}

/** The `node_modules` of a peer's `package.json`, in the user's cache folder; installed at its first use. */
export function installed(template: string): string {
  const file = join(template, 'package.json')
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 8)
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const dir = join(caches, 'fixdex-bench', `${basename(template)}-${digest}`)
  const complete = join(dir, 'complete')
  if (!existsSync(complete)) {
    mkdirSync(dir, { recursive: true })
    cpSync(file, join(dir, 'package.json'))
    const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: dir,
      encoding: 'utf8',
      timeout: 600_000,
    })
    if (status !== 0)
      throw new Missing(`npm could not install it (${/npm error (?!code)(.*)/.exec(stderr)?.[1]})`)
    writeFileSync(complete, '')
  }
  return join(dir, 'node_modules')
}
