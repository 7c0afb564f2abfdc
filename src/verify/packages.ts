import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { remembered } from '../model/parallel.ts'
import { addressInside, openRegistry, registryOf, registryRelay } from './registry.ts'
import { defaultLimits, type Limits, type Machine, type Sandbox } from './sandbox.ts'

/** Packages in a `node_modules` folder, with the versions that they have. */
export interface Installed {
  readonly modules: string
  readonly packages: readonly string[]
}

/** Installs packages, or finds them installed; rejects with `InstallFailed` when they can't be had. */
export type Install = (packages: readonly string[]) => Promise<Installed>

/** Packages can't be installed: npm's own words. */
export class InstallFailed extends Error {}

/** An install may use more than a block: the packages of a web framework take 400 MB. */
export const installLimits: Limits = {
  ...defaultLimits,
  seconds: 300,
  memory: 2 * defaultLimits.memory,
  diskBytes: 8 * defaultLimits.diskBytes,
}

/**
 * Installs inside the sandbox, where the registry is all that can be reached. npm runs programs that packages name even
 * when it is told to ignore scripts: the preparation of a git dependency reads that repository's own settings.
 */
export function installer(folder: string, sandbox: Sandbox, machine: Machine): Install {
  const install = remembered((lines) => {
    const key = createHash('sha256').update(lines).digest('hex').slice(0, 16)
    return installed(join(folder, key), lines.split('\n'), sandbox, machine)
  })
  return (packages) => install([...packages].sort().join('\n'))
}

/** The newest versions in place of those that pages name. */
export function newestInstaller(folder: string, sandbox: Sandbox, machine: Machine): Install {
  const install = installer(folder, sandbox, machine)
  return async (packages) => {
    const names = packages.map((text) => splitPackage(text)[0])
    const { modules } = await install(names.map((name) => `${name}@latest`))
    return { modules, packages: names.map((name) => `${name}@${versionIn(modules, name)}`) }
  }
}

const versionIn = (modules: string, name: string): string =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version

async function installed(
  place: string,
  packages: readonly string[],
  sandbox: Sandbox,
  machine: Machine,
): Promise<Installed> {
  const modules = join(place, 'node_modules')
  if (existsSync(modules)) return { modules, packages }
  mkdirSync(dirname(place), { recursive: true })
  const draft = mkdtempSync(`${place}.`)
  try {
    await npmInstall(packages, join(draft, 'node_modules'), sandbox, machine)
    renameSync(draft, place)
  } catch (error) {
    // Another run may have put the same packages there meanwhile; then its folder stands.
    if (!existsSync(place)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return { modules, packages }
}

/** `@scope/name@1.2.3` as its name and its version. */
export function splitPackage(text: string): [name: string, version: string] {
  const at = text.lastIndexOf('@')
  return [text.slice(0, at), text.slice(at + 1)]
}

const npm = [
  // The user inside of the next sandbox reads what is installed, whatever the caller's umask is.
  ...['sh', '-c', 'umask 022; exec npm install "$@"', 'npm'],
  ...['--ignore-scripts', '--allow-git=none', '--git=/bin/false', '--cache=.npm'],
  ...['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
]

async function npmInstall(
  packages: readonly string[],
  to: string,
  sandbox: Sandbox,
  machine: Machine,
): Promise<void> {
  const dependencies = Object.fromEntries(packages.map(splitPackage))
  const files = [{ name: 'package.json', text: JSON.stringify({ private: true, dependencies }) }]
  const registry = registryOf(machine)
  const socketFolder = mkdtempSync(join(machine.temporary, 'fixdex-registry-'))
  const socket = join(socketFolder, 'socket')
  const server = await openRegistry(registry, socket)
  const workplace = sandbox.workplace(undefined)
  try {
    // Without a sandbox there are no services either: npm goes to the registry itself.
    const ran =
      sandbox.kind !== 'none'
        ? await workplace.run({
            argv: [...npm, `--registry=${addressInside(registry)}`, '--replace-registry-host=always'],
            files,
            services: [registryRelay],
            registry: socket,
          })
        : await workplace.run({ argv: [...npm, `--registry=${registry}`], files, services: [] })
    if (ran.exitCode !== 0 || ran.stopped !== undefined)
      throw new InstallFailed(ran.output.trim() || (ran.stopped ?? `npm ended with ${ran.exitCode}`))
    workplace.take('node_modules', to)
  } finally {
    workplace.remove()
    server.close()
    rmSync(socketFolder, { recursive: true, force: true })
  }
}
