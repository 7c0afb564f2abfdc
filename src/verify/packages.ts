import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { remembered } from '../model/parallel.ts'
import { pythonBeside, wordsOf } from './bubblewrap.ts'
import { addressInside, npmRegistry, openRegistry, pythonIndex, registryRelay } from './registry.ts'
import { defaultLimits, type Limits, type Sandbox } from './sandbox.ts'

/** A `node_modules` folder and the packages in it, with versions. */
export interface Installed {
  readonly modules: string
  readonly packages: readonly string[]
}

/** Installs packages, unless they are installed already; rejects with `InstallFailed`. */
export type Install = (packages: readonly string[]) => Promise<Installed>

/** The message is the package manager's output. */
export class InstallFailed extends Error {}

/** Higher than for blocks: a web framework's packages take 400 MB. */
const installLimits: Limits = {
  ...defaultLimits,
  seconds: 300,
  memory: 2 * defaultLimits.memory,
  diskBytes: 8 * defaultLimits.diskBytes,
}

/**
 * Installs inside the sandbox, where only the registry is reachable. Even with scripts disabled, npm can run programs
 * chosen by a package: preparing a git dependency reads the `.npmrc` of that repository.
 */
export function installer(folder: string, sandbox: Sandbox): Install {
  const install = remembered((lines) => {
    const key = createHash('sha256').update(lines).digest('hex').slice(0, 16)
    return installed(join(folder, key), lines.split('\n'), sandbox)
  })
  return (packages) => install([...packages].sort().join('\n'))
}

/** Installs the newest versions instead of the pinned ones. */
export function newestInstaller(folder: string, sandbox: Sandbox): Install {
  const install = installer(folder, sandbox)
  return async (packages) => {
    const names = packages.map((text) => splitPackage(text)[0])
    const { modules } = await install(names.map((name) => `${name}@latest`))
    return { modules, packages: names.map((name) => `${name}@${versionIn(modules, name)}`) }
  }
}

function versionIn(modules: string, name: string): string {
  if (!isPython(name)) return JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version
  const plain = (text: string) => text.toLowerCase().replace(/[-_.]+/g, '_')
  const found = readdirSync(pythonBeside(modules))
    .map((folder) => /^(.*)-([^-]+)\.dist-info$/.exec(folder) ?? [])
    .find(([, own = '']) => plain(own) === plain(name.slice('pypi:'.length)))
  return found?.[2] ?? 'unknown'
}

async function installed(place: string, packages: readonly string[], sandbox: Sandbox): Promise<Installed> {
  const modules = join(place, 'node_modules')
  if (existsSync(place)) return { modules, packages }
  mkdirSync(dirname(place), { recursive: true })
  const draft = mkdtempSync(`${place}.`)
  try {
    const ofNpm = packages.filter((text) => !isPython(text))
    const ofPython = packages
      .filter(isPython)
      .map((text) => text.replace(/^pypi:|@latest$/g, '').replace('@', '=='))
    await install('npm', ofNpm, draft, sandbox)
    await install('pip', ofPython, draft, sandbox)
    renameSync(draft, place)
  } catch (error) {
    // Another run may have installed the same packages meanwhile.
    if (!existsSync(place)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return { modules, packages }
}

/** Splits `@scope/name@1.2.3` into name and version. */
export function splitPackage(text: string): [name: string, version: string] {
  const at = text.lastIndexOf('@')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Whether it is a Python package, such as `pypi:openai@1.99.0`. */
export const isPython = (text: string): boolean => text.startsWith('pypi:')

/** The next sandbox's user must be able to read the files, so the caller's umask must not apply. */
const readable = (command: string): string[] => ['sh', '-c', `umask 022; exec ${command} "$@"`, command]

const managers = {
  npm: { program: 'npm', folder: 'node_modules', registryOf: npmRegistry },
  pip: { program: 'python3', folder: 'python', registryOf: pythonIndex },
}

/** Runs a package manager, and moves the folder that it installs into to `to`. */
async function install(
  manager: keyof typeof managers,
  packages: readonly string[],
  to: string,
  sandbox: Sandbox,
): Promise<void> {
  if (packages.length === 0) return
  const { program, folder, registryOf } = managers[manager]
  const registry = registryOf()
  const args = wordsOf(manager, { registry: addressInside(registry) })
  const argv = [...readable(program), ...args, ...packages]
  const socketFolder = mkdtempSync(join(tmpdir(), 'fixdex-registry-'))
  const socket = join(socketFolder, 'socket')
  const server = await openRegistry(registry, socket)
  const workplace = sandbox.workplace(undefined, installLimits)
  try {
    const ran = await workplace.run({ argv, files: [], services: [registryRelay], registry: socket })
    if (ran.exitCode !== 0 || ran.stopped !== undefined)
      throw new InstallFailed(ran.output.trim() || (ran.stopped ?? `it ended with ${ran.exitCode}`))
    workplace.take(folder, join(to, folder))
  } finally {
    workplace.remove()
    server.close()
    rmSync(socketFolder, { recursive: true, force: true })
  }
}
