import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initScript, insidePlaces } from './init-script.ts'
import type { Machine } from './machine.ts'
import { type Bounds, insideHome, insideProject, type Sandbox, type Workplace } from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'
import { stageFiles } from './stage-files.ts'
import { filterFd, supervise } from './supervise.ts'
import { environment, program, sized, system, writeSystemFiles } from './system-view.ts'

/** A sandbox of Linux namespaces, made by bubblewrap. */
export function bubblewrap(bwrap: string, machine: Machine, bounds: Bounds): Sandbox {
  return {
    kind: 'bubblewrap',
    hasServices: true,
    workplace: (modules) => workplace(bwrap, machine, bounds, modules),
  }
}

function workplace(bwrap: string, machine: Machine, bounds: Bounds, modules: string | undefined): Workplace {
  const folder = mkdtempSync(join(machine.temporary, 'fixdex-verify-'))
  const project = join(folder, 'project')
  mkdirSync(project)
  // Not a user of this machine, so that the kernel counts its processes alone and lets it touch nothing by owner.
  const uid = machine.root ? 0x6000_0000 + randomInt(0x0fff_ffff) : 1000
  if (machine.root) chownSync(project, uid, uid)
  writeSystemFiles(join(folder, 'etc'), uid)
  const filter = seccompFilter(machine.architecture)
  if (filter) writeFileSync(join(folder, 'seccomp'), filter)
  let runs = 0
  return {
    run(job) {
      const run = join(folder, `run-${++runs}`)
      stageFiles(join(run, 'files'), job.files)
      // Whatever the caller's umask is, the user inside must be able to read.
      if (machine.root) spawnSync('chmod', ['-R', 'a+rX', join(folder, 'etc'), join(run, 'files')])
      const options = [
        ...(machine.root ? asRoot : asUser(uid)),
        ...(filter ? ['--seccomp', `${filterFd}`] : []),
        ...system(machine),
        ...(job.services.length > 0 ? program(machine) : []),
        ...['passwd', 'group', 'hosts', 'nsswitch.conf'].flatMap((name) => [
          '--ro-bind',
          join(folder, 'etc', name),
          `/etc/${name}`,
        ]),
        ...['--ro-bind', join(run, 'files'), insidePlaces.files],
        ...sized(insideHome, 256),
        ...['--bind', project, insideProject],
        ...(modules === undefined ? [] : ['--ro-bind', modules, `${insideProject}/node_modules`]),
        ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', insideProject],
        ...environment(machine),
      ]
      const argv = [
        ...[bwrap, '--args', '3', '--'],
        ...(machine.root ? dropTo(uid) : []),
        ...['bash', '--norc', '-c', initScript(job, bounds.limits, insidePlaces)],
      ]
      const start = { argv, env: {}, options: options.join('\0'), folder: run, project }
      return supervise(filter ? { ...start, filter: join(folder, 'seccomp') } : start, bounds)
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
