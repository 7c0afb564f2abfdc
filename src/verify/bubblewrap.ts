import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { insideRegistry } from './registry.ts'
import { insideFiles, insideHome, insideProject, type Machine } from './sandbox.ts'
import { programInside } from './services.ts'

/** Folders of this machine that belong to one block. */
export interface Own {
  readonly project: string
  /** The files that the block brings. */
  readonly files: string
  /** The files of `etcFiles`. */
  readonly etc: string
  /** `node_modules`; Python's packages are in `python` beside it. */
  readonly modules: string | undefined
  /** Socket of the registry's proxy. */
  readonly registry: string | undefined
  /** Do services of ours run in it? */
  readonly services: boolean
}

/** Options of bubblewrap for one block: namespaces, mounts and variables. Whatever is not named is not inside. */
export function sandboxOptions(machine: Machine, uid: number, own: Own): string[] {
  const mounts = mountsOf(machine, own)
  const path = [...new Set([nodeBin(machine.node), ...bins])]
  const variables =
    own.modules !== undefined && existsSync(pythonBeside(own.modules))
      ? { ...variablesInside, PATH: [`${insidePython}/bin`, ...path].join(':'), PYTHONPATH: insidePython }
      : { ...variablesInside, PATH: path.join(':') }
  return [
    ...(machine.root ? asRoot : asUser(uid)),
    ...parentsOf(mounts).flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...['--proc', '/proc', '--dev', '/dev', '--symlink', '/tmp', '/var/tmp'],
    ...mounts.flat(),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', insideProject, '--clearenv'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

const shared = [
  ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--die-with-parent', '--new-session', '--hostname', 'sandbox', '--cap-drop', 'ALL'],
]

/** An ordinary user needs a user namespace to make the others. */
const asUser = (uid: number): string[] => [
  ...['--unshare-user', '--uid', `${uid}`, '--gid', `${uid}`],
  ...shared,
]

/** Root makes the namespaces itself; `dropTo` is its last act inside. */
const asRoot = [
  ...shared,
  ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((capability) => ['--cap-add', capability]),
]

/** The command that runs another one as this user, without any capability. */
export const dropTo = (uid: number): string[] => [
  ...['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'],
]

/** Options of one mount; the last is its place inside. */
type Mount = readonly string[]

/** Programs and libraries of this machine, read-only, nothing of its users, and what the block works on. */
function mountsOf(machine: Machine, own: Own): Mount[] {
  return [
    read('/usr'),
    ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(systemFolder),
    ...settings.map((name) => `/etc/${name}`).flatMap((path) => (existsSync(path) ? [read(path)] : [])),
    ...Object.keys(etcFiles(0)).map((name) => read(join(own.etc, name), `/etc/${name}`)),
    ...nodeFolder(machine.node),
    ...(own.services ? program(machine.program) : []),
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

/** Where the Python packages are that belong to a `node_modules` folder. */
export const pythonBeside = (modules: string): string => join(dirname(modules), 'python')

const packageMounts = (modules: string): Mount[] => [
  ...(existsSync(modules) ? [read(modules, `${insideProject}/node_modules`)] : []),
  ...(existsSync(pythonBeside(modules)) ? [read(pythonBeside(modules), insidePython)] : []),
]

const bins = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']
const variablesInside = { HOME: insideHome, USER: 'user', LANG: 'C.UTF-8', TZ: 'UTC' }

/** Of `/etc`, what programs need to start, to check certificates and to know what a port is called. */
const settings = [
  ...['ssl', 'ca-certificates', 'pki', 'alternatives'],
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'services', 'protocols', 'mime.types'],
]

/** Users and names as they are inside. */
export const etcFiles = (uid: number): Readonly<Record<string, string>> => ({
  passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\nuser:x:${uid}:${uid}:user:${insideHome}:/bin/bash\n`,
  group: `root:x:0:\nuser:x:${uid}:\n`,
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
})

const read = (from: string, at = from): Mount => ['--ro-bind', from, at]

/** An empty folder in memory. */
const memory = (megabytes: number, at: string): Mount => [
  ...['--size', `${megabytes * 1024 * 1024}`, '--perms', '1777', '--tmpfs', at],
]

/** `/bin` is a link into `/usr` almost everywhere, and a folder elsewhere. */
function systemFolder(path: string): Mount[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return [stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : read(path)]
}

const nodeBin = (node: string): string => (node.startsWith('/usr/') ? dirname(node) : '/opt/node/bin')

/** A Node outside of `/usr` is shown with its npm; the rest of the folder that it may lie in is not. */
function nodeFolder(node: string): Mount[] {
  if (node.startsWith('/usr/')) return []
  const prefix = dirname(dirname(node))
  return existsSync(join(prefix, 'lib/node_modules/npm'))
    ? ['bin', 'lib/node_modules'].map((part) => read(join(prefix, part), `/opt/node/${part}`))
    : [read(node, '/opt/node/bin/node')]
}

/** Services of ours find their packages as this program does: beside `lib`, or around the folder of the package. */
function program(folder: string): Mount[] {
  const own = ['lib', 'package.json', 'node_modules'].filter((name) => existsSync(join(folder, name)))
  const around = dirname(folder)
  return [
    ...own.map((name) => read(join(folder, name), `${programInside}/${name}`)),
    ...(basename(around) === 'node_modules' ? [read(around, `${dirname(programInside)}/node_modules`)] : []),
  ]
}

/** Folders that bubblewrap would make by itself, and closed to all but root. */
function parentsOf(mounts: readonly Mount[]): string[] {
  const parents = new Set(['/var'])
  for (const mount of mounts)
    for (let path = dirname(mount.at(-1) ?? '/'); path !== '/'; path = dirname(path)) parents.add(path)
  parents.delete('/dev')
  return [...parents].sort()
}
