import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { initScript, insideFiles } from './init-script.ts'
import type { Machine } from './machine.ts'
import type { Limits, Sandbox, Workplace } from './sandbox.ts'
import { insideHome, insideProject } from './sandbox.ts'
import { programInside } from './service.ts'
import { supervise } from './supervise.ts'

const mega = 1024 * 1024

/** A sandbox of Linux namespaces, made by bubblewrap. */
export function bubblewrap(bwrap: string, machine: Machine, limits: Limits): Sandbox {
  return {
    kind: 'bubblewrap',
    workplace: (modules) => workplace(bwrap, machine, limits, modules),
  }
}

function workplace(bwrap: string, machine: Machine, limits: Limits, modules: string | undefined): Workplace {
  const folder = mkdtempSync(join(machine.temporary, 'fixdex-verify-'))
  const project = join(folder, 'project')
  mkdirSync(project)
  // Not a user of this machine, so that the kernel counts its processes alone and lets it touch nothing by owner.
  const uid = machine.root ? 0x6000_0000 + randomInt(0x0fff_ffff) : 1000
  if (machine.root) chownSync(project, uid, uid)
  writeSystemFiles(join(folder, 'etc'), uid)
  let runs = 0
  return {
    run(job) {
      const run = join(folder, `run-${++runs}`)
      for (const { name, text } of job.files) {
        const file = join(run, 'files', name)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
      mkdirSync(join(run, 'files'), { recursive: true })
      const options = [
        ...(machine.root ? asRoot : asUser(uid)),
        ...system(machine),
        ...(job.services.length > 0 ? program(machine) : []),
        ...['passwd', 'group', 'hosts', 'nsswitch.conf'].flatMap((name) => [
          '--ro-bind',
          join(folder, 'etc', name),
          `/etc/${name}`,
        ]),
        ...['--ro-bind', join(run, 'files'), insideFiles],
        ...sized(insideHome, 256),
        ...['--bind', project, insideProject],
        ...(modules === undefined ? [] : ['--ro-bind', modules, `${insideProject}/node_modules`]),
        ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', insideProject],
        ...environment(machine),
      ]
      const argv = [
        ...[bwrap, '--args', '3', '--'],
        ...(machine.root ? dropTo(uid) : []),
        ...['bash', '--norc', '-c', initScript(job, limits)],
      ]
      return supervise({ argv, options: options.join('\0'), folder: run, project }, limits)
    },
    remove() {
      // A tree can be deeper than the longest path, which only rm itself can take away.
      spawnSync('rm', ['-rf', '--', folder])
    },
  }
}

const shared = [
  '--unshare-ipc',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--die-with-parent',
  '--new-session',
  '--hostname',
  'sandbox',
]

/** An ordinary user needs a user namespace to make the others. */
const asUser = (uid: number): string[] => [
  ...['--unshare-user', '--uid', `${uid}`, '--gid', `${uid}`],
  ...shared,
  ...['--cap-drop', 'ALL'],
]

/** Root makes the namespaces itself, and its last act inside is to become nobody in particular. */
const asRoot = [
  ...shared,
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
]

const dropTo = (uid: number): string[] => [
  ...['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'],
]

const sized = (path: string, megabytes: number): string[] => [
  ...['--size', `${megabytes * mega}`, '--perms', '1777', '--tmpfs', path],
]

function system(machine: Machine): string[] {
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
function program({ program }: Machine): string[] {
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

function environment({ node }: Machine): string[] {
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

function writeSystemFiles(dir: string, uid: number): void {
  mkdirSync(dir)
  const files = {
    passwd: `root:x:0:0:root:/root:/usr/sbin/nologin\nuser:x:${uid}:${uid}:user:${insideHome}:/bin/bash\n`,
    group: `root:x:0:\nuser:x:${uid}:\n`,
    hosts: '127.0.0.1 localhost sandbox\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
}
