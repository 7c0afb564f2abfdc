import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { insideRegistry } from './registry.ts'
import { insideHome, insideProject, type Machine } from './sandbox.ts'
import { programInside } from './services.ts'

/** What a sandbox sees, whoever makes it. Whatever is not here is not there. */
export interface View {
  /** In the order in which they lie on each other. */
  readonly mounts: readonly Mount[]
  readonly variables: Readonly<Record<string, string>>
}

export type Mount =
  | { readonly kind: 'read' | 'write'; readonly from: string; readonly at: string }
  | { readonly kind: 'link'; readonly to: string; readonly at: string }
  /** An empty folder in memory, that holds no more than this. */
  | { readonly kind: 'memory'; readonly megabytes: number; readonly at: string }

/** Folders of this machine that belong to one block. */
export interface Own {
  readonly project: string
  /** What the block brings. */
  readonly files: string
  /** Users and names as they are inside. */
  readonly etc: string
  readonly modules: string | undefined
  /** Socket of the registry's proxy. */
  readonly registry: string | undefined
  /** Do services of ours run in it? */
  readonly services: boolean
}

/** Where the files that a block brings lie inside. */
export const insideFiles = '/opt/block'

/** Programs and libraries of this machine, read-only, nothing of its users, and what the block works on. */
export function viewOf(machine: Machine, own: Own): View {
  return {
    mounts: [
      read('/usr'),
      ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(systemFolder),
      ...settings.map((name) => `/etc/${name}`).flatMap((path) => (existsSync(path) ? read(path) : [])),
      ...names.map((name) => read(join(own.etc, name), `/etc/${name}`)),
      ...nodeFolder(machine.node),
      ...(own.services ? program(machine.program) : []),
      { kind: 'memory', megabytes: 64, at: '/dev/shm' },
      { kind: 'memory', megabytes: 256, at: '/tmp' },
      { kind: 'memory', megabytes: 256, at: insideHome },
      read(own.files, insideFiles),
      { kind: 'write', from: own.project, at: insideProject },
      ...(own.registry === undefined ? [] : [read(own.registry, insideRegistry)]),
      ...(own.modules === undefined ? [] : [read(own.modules, `${insideProject}/node_modules`)]),
    ],
    variables: {
      PATH: [
        ...new Set([nodeBin(machine.node), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']),
      ].join(':'),
      HOME: insideHome,
      USER: 'user',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
    },
  }
}

/** Of `/etc`, what programs need to start, to check certificates and to know what a port is called. */
const settings = [
  ...['ssl', 'ca-certificates', 'pki', 'alternatives'],
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'services', 'protocols', 'mime.types'],
]

const names = ['passwd', 'group', 'hosts', 'nsswitch.conf'] as const

/** The files of `Own.etc`. */
export const etcFiles = (uid: number): Readonly<Record<(typeof names)[number], string>> => ({
  passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\nuser:x:${uid}:${uid}:user:${insideHome}:/bin/bash\n`,
  group: `root:x:0:\nuser:x:${uid}:\n`,
  hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
  'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
})

const read = (from: string, at = from): Mount => ({ kind: 'read', from, at })

/** `/bin` is a link into `/usr` almost everywhere, and a folder elsewhere. */
function systemFolder(path: string): Mount[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return [stat.isSymbolicLink() ? { kind: 'link', to: readlinkSync(path), at: path } : read(path)]
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
