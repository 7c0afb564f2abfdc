import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Machine } from './machine.ts'

/** Packages in a `node_modules` folder, with the versions that they have. */
export interface Installed {
  readonly modules: string
  readonly packages: readonly string[]
}

/** Installed packages that pages share, by what was asked for. */
export interface PackageCache {
  /** Rejects with npm's words when these packages can't be had. */
  install(packages: readonly string[]): Promise<Installed>
}

type Variables = Machine['variables']

/** Packages can't be installed: npm's own words. */
export class InstallFailed extends Error {}

const installMinutes = 5

/** Installs outside of the sandbox, which is safe because no script of a package runs. */
export function packageCache(folder: string, env: Variables): PackageCache {
  const running = new Map<string, Promise<Installed>>()
  return {
    install(packages) {
      const names = [...packages].sort()
      const key = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16)
      const found = running.get(key) ?? installed(join(folder, key), names, env)
      running.set(key, found)
      return found
    },
  }
}

/** The newest versions in place of those that pages name. */
export function newestPackages(folder: string, env: Variables): PackageCache {
  const cache = packageCache(folder, env)
  return {
    async install(packages) {
      const names = packages.map((text) => splitPackage(text)[0])
      const { modules } = await cache.install(names.map((name) => `${name}@latest`))
      return { modules, packages: names.map((name) => `${name}@${versionIn(modules, name)}`) }
    },
  }
}

const versionIn = (modules: string, name: string): string =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version

async function installed(place: string, packages: readonly string[], env: Variables): Promise<Installed> {
  const modules = join(place, 'node_modules')
  if (existsSync(modules)) return { modules, packages }
  mkdirSync(dirname(place), { recursive: true })
  const draft = mkdtempSync(`${place}.`)
  try {
    const dependencies = Object.fromEntries(packages.map(splitPackage))
    writeFileSync(join(draft, 'package.json'), JSON.stringify({ private: true, dependencies }, null, 2))
    await npmInstall(draft, env)
    renameInto(draft, place)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return { modules, packages }
}

/** Another run may have put the same packages there meanwhile; then its folder stands. */
function renameInto(draft: string, place: string): void {
  try {
    renameSync(draft, place)
  } catch (error) {
    if (!existsSync(place)) throw error
  }
}

/** `@scope/name@1.2.3` as its name and its version. */
export function splitPackage(text: string): [name: string, version: string] {
  const at = text.lastIndexOf('@')
  return [text.slice(0, at), text.slice(at + 1)]
}

function npmInstall(cwd: string, env: Variables): Promise<void> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // The user inside of the sandbox reads what is installed, whatever the caller's umask is.
  const child = spawn('sh', ['-c', 'umask 022; exec npm install "$@"', 'npm', ...flags], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: installMinutes * 60_000,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) =>
      code === 0 ? done() : failed(new InstallFailed(said.trim() || `npm ended with ${code}`)),
    )
  })
}
