import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { packageRoot } from '../content/package-files.ts'
import { fill } from '../model/text.ts'
import { insideRegistry } from './registry.ts'
import { insideFiles, insideHome, insideProgram, insideProject, type Job, type Machine } from './sandbox.ts'
import { readData } from './services.ts'

const commands = readData<Readonly<Record<string, string>>>('commands')
const etc = readData<Readonly<Record<string, string>>>('etc')

/** A row of `data/commands.yaml` with its values. Throws if there is none: a sandbox must not lose its options in silence. */
export function wordsOf(command: string, values: Parameters<typeof fill>[1] = {}): string[] {
  const row = commands[command]
  if (row === undefined) throw new Error(`data/commands.yaml has no ${command}`)
  return fill(row, values).split(' ')
}

/** Host paths that one block gets. */
export interface Own {
  readonly project: string
  /** The block's `file=` files. */
  readonly files: string
  /** The files of `etcFiles`. */
  readonly etc: string
  /** A `node_modules` folder; Python packages are in its sibling `python`. */
  readonly modules: string | undefined
  /** Socket of the registry's proxy. */
  readonly registry: string | undefined
  /** Whether the block needs services that ship with this program. */
  readonly services: boolean
}

/** bubblewrap options for one block: namespaces, mounts and variables. Anything not listed is invisible to the block. */
export function sandboxOptions(machine: Machine, uid: number, own: Own): string[] {
  const mounts = mountsOf(machine, own)
  const python = own.modules !== undefined && existsSync(pythonBeside(own.modules))
  const path = new Set([...(python ? [`${insidePython}/bin`] : []), nodeBin(machine.node), ...bins])
  const variables = {
    ...{ HOME: insideHome, USER: 'user', LANG: 'C.UTF-8', TZ: 'UTC', PATH: [...path].join(':') },
    ...(python ? { PYTHONPATH: insidePython } : {}),
  }
  return [
    ...(machine.root ? [] : wordsOf('user', { uid })),
    ...wordsOf('shared'),
    ...(machine.root ? wordsOf('root') : []),
    ...parentsOf(mounts).flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...['--proc', '/proc', '--dev', '/dev', '--symlink', '/tmp', '/var/tmp'],
    ...mounts.flat(),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', insideProject, '--clearenv'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

/** Options of one mount; the last one is the target path. */
type Mount = readonly string[]

/** The host's programs and libraries, read-only and without its users' files, and the block's own folders. */
function mountsOf(machine: Machine, own: Own): Mount[] {
  return [
    read('/usr'),
    ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(systemFolder),
    ...wordsOf('settings')
      .map((name) => `/etc/${name}`)
      .flatMap((path) => (existsSync(path) ? [read(path)] : [])),
    ...etcFiles(0).map(({ name }) => read(join(own.etc, name), `/etc/${name}`)),
    ...nodeFolder(machine.node),
    ...(own.services ? program() : []),
    memory(64, '/dev/shm'),
    memory(256, '/tmp'),
    memory(256, insideHome),
    read(own.files, insideFiles),
    ['--bind', own.project, insideProject],
    ...(own.registry === undefined ? [] : [read(own.registry, insideRegistry)]),
    ...(own.modules === undefined ? [] : packageMounts(own.modules)),
  ]
}

const insidePython = '/opt/python'

/** The Python packages installed next to a `node_modules` folder. */
export const pythonBeside = (modules: string): string => join(dirname(modules), 'python')

const packageMounts = (modules: string): Mount[] => [
  ...(existsSync(modules) ? [read(modules, `${insideProject}/node_modules`)] : []),
  ...(existsSync(pythonBeside(modules)) ? [read(pythonBeside(modules), insidePython)] : []),
]

const bins = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']

/** Users and hosts as the block sees them. */
export const etcFiles = (uid: number): Job['files'] =>
  Object.entries(etc).map(([name, text]) => ({ name, text: fill(text, { uid, home: insideHome }) }))

const read = (from: string, at = from): Mount => ['--ro-bind', from, at]

/** An empty tmpfs. */
const memory = (megabytes: number, at: string): Mount => [
  ...['--size', `${megabytes * 1024 * 1024}`, '--perms', '1777', '--tmpfs', at],
]

/** `/bin` is usually a link into `/usr`, but a folder on some systems. */
function systemFolder(path: string): Mount[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return [stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : read(path)]
}

const nodeBin = (node: string): string => (node.startsWith('/usr/') ? dirname(node) : '/opt/node/bin')

/** Mounts a Node installed outside `/usr` together with its npm, and nothing else from its prefix. */
function nodeFolder(node: string): Mount[] {
  if (node.startsWith('/usr/')) return []
  const prefix = dirname(dirname(node))
  return existsSync(join(prefix, 'lib/node_modules/npm'))
    ? ['bin', 'lib/node_modules'].map((part) => read(join(prefix, part), `/opt/node/${part}`))
    : [read(node, '/opt/node/bin/node')]
}

/** Bundled services resolve packages as this program does: from its own `node_modules`, or from the one it is in. */
function program(): Mount[] {
  const own = ['lib', 'package.json', 'node_modules'].filter((name) => existsSync(join(packageRoot, name)))
  const around = dirname(packageRoot)
  return [
    ...own.map((name) => read(join(packageRoot, name), `${insideProgram}/${name}`)),
    ...(basename(around) === 'node_modules' ? [read(around, `${dirname(insideProgram)}/node_modules`)] : []),
  ]
}

/** Parent folders, which bubblewrap would otherwise create readable by root only. */
function parentsOf(mounts: readonly Mount[]): string[] {
  const parents = new Set(['/var'])
  for (const mount of mounts)
    for (let path = dirname(mount.at(-1) ?? '/'); path !== '/'; path = dirname(path)) parents.add(path)
  parents.delete('/dev')
  return [...parents].sort()
}
