import { existsSync, lstatSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Machine } from './machine.ts'
import { insideHome } from './sandbox.ts'
import { programInside } from './service.ts'

const mega = 1024 * 1024

/** An empty folder in memory, that holds no more than this. */
export const sized = (path: string, megabytes: number): string[] => [
  ...['--size', `${megabytes * mega}`, '--perms', '1777', '--tmpfs', path],
]

/** What a sandbox sees of this machine: programs and libraries, read-only, and nothing of its users. */
export function system(machine: Machine): string[] {
  return [
    // Parents that bubblewrap makes by itself are closed to all but root.
    ...['/etc', '/opt', '/opt/node', programInside, '/home', '/var'].flatMap((path) => [
      '--perms',
      '0755',
      '--dir',
      path,
    ]),
    ...['--ro-bind', '/usr', '/usr'],
    ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(systemFolder),
    ...[
      'ssl',
      'ca-certificates',
      'pki',
      'alternatives',
      'ld.so.cache',
      'ld.so.conf',
      'ld.so.conf.d',
      'services',
      'protocols',
      'mime.types',
    ].flatMap((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...sized('/dev/shm', 64),
    ...sized('/tmp', 256),
    ...['--symlink', '/tmp', '/var/tmp'],
    ...nodeFolder(machine.node),
  ]
}

/** `/bin` is a link into `/usr` almost everywhere, and a folder elsewhere. */
function systemFolder(path: string): string[] {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return []
  return stat.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

/** A Node outside of `/usr` is shown with its npm; the rest of the folder that it may lie in is not. */
function nodeFolder(node: string): string[] {
  if (node.startsWith('/usr/')) return []
  const prefix = dirname(dirname(node))
  return existsSync(join(prefix, 'lib/node_modules/npm'))
    ? ['bin', 'lib/node_modules'].flatMap((part) => ['--ro-bind', join(prefix, part), `/opt/node/${part}`])
    : ['--ro-bind', node, '/opt/node/bin/node']
}

/** Services of ours find their packages as this program does: beside `lib`, or around the folder of the package. */
export function program({ program }: Machine): string[] {
  const around = dirname(program)
  return [
    ...['--ro-bind', join(program, 'lib'), `${programInside}/lib`],
    ...['--ro-bind', join(program, 'package.json'), `${programInside}/package.json`],
    ...['--ro-bind-try', join(program, 'node_modules'), `${programInside}/node_modules`],
    ...(basename(around) === 'node_modules'
      ? ['--ro-bind', around, `${dirname(programInside)}/node_modules`]
      : []),
  ]
}

export function environment({ node }: Machine): string[] {
  const path = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']
  const nodeBin = node.startsWith('/usr/') ? dirname(node) : '/opt/node/bin'
  const values = {
    PATH: [...new Set([nodeBin, ...path])].join(':'),
    HOME: insideHome,
    USER: 'user',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
  }
  return ['--clearenv', ...Object.entries(values).flatMap(([name, value]) => ['--setenv', name, value])]
}

/** Users and names as they are inside. */
export function writeSystemFiles(dir: string, uid: number): void {
  mkdirSync(dir)
  const files = {
    passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\nuser:x:${uid}:${uid}:user:${insideHome}:/bin/bash\n`,
    group: `root:x:0:\nuser:x:${uid}:\n`,
    hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
}
