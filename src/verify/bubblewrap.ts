import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bounds, insideProject, type Machine, type Sandbox } from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'
import { filterFd } from './supervise.ts'
import { insideFiles, type Mount, type View } from './view.ts'
import { openWorkplace } from './workplace.ts'

/** A sandbox of Linux namespaces, made by bubblewrap. */
export function bubblewrap(bwrap: string, machine: Machine, bounds: Bounds): Sandbox {
  const filter = seccompFilter(machine.architecture)
  return {
    kind: 'bubblewrap',
    hasServices: true,
    workplace(modules) {
      // Not a user of this machine, so that the kernel counts its processes alone and lets it touch nothing by owner.
      const uid = machine.root ? 0x6000_0000 + randomInt(0x0fff_ffff) : 1000
      return openWorkplace(machine, bounds, modules, {
        uid,
        places: { files: insideFiles, project: insideProject, countsProcesses: true },
        start(view, script, folder) {
          const options = [
            ...(machine.root ? asRoot : asUser(uid)),
            ...(filter ? ['--seccomp', `${filterFd}`] : []),
            ...viewOptions(view),
          ].join('\0')
          const argv = [
            ...[bwrap, '--args', '3', '--'],
            ...(machine.root ? dropTo(uid) : []),
            ...['bash', '--norc', '-c', script],
          ]
          if (filter === undefined) return { argv, options }
          const file = join(folder, 'seccomp')
          writeFileSync(file, filter)
          return { argv, options, filter: file }
        },
      })
    },
  }
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

/** Root makes the namespaces itself, and its last act inside is to become nobody in particular. */
const asRoot = [
  ...shared,
  ...['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((capability) => ['--cap-add', capability]),
]

const dropTo = (uid: number): string[] => [
  ...['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'],
  ...['--inh-caps=-all', '--bounding-set=-all', '--no-new-privs'],
]

function viewOptions({ mounts, variables }: View): string[] {
  return [
    ...parentsOf(mounts).flatMap((path) => ['--perms', '0755', '--dir', path]),
    ...['--proc', '/proc', '--dev', '/dev', '--symlink', '/tmp', '/var/tmp'],
    ...mounts.flatMap(mountOptions),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', insideProject, '--clearenv'],
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

function mountOptions(mount: Mount): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.from, mount.at]
    case 'write':
      return ['--bind', mount.from, mount.at]
    case 'link':
      return ['--symlink', mount.to, mount.at]
    case 'memory':
      return ['--size', `${mount.megabytes * 1024 * 1024}`, '--perms', '1777', '--tmpfs', mount.at]
  }
}

/** Those that bubblewrap would make by itself, and closed to all but root. */
function parentsOf(mounts: readonly Mount[]): string[] {
  const outside = mounts.filter(({ at }) => !at.startsWith(`${insideProject}/`))
  const parents = outside.flatMap(({ at }) =>
    at
      .split('/')
      .slice(2)
      .map((_, index) =>
        at
          .split('/')
          .slice(0, index + 2)
          .join('/'),
      ),
  )
  return [...new Set(['/var', ...parents])]
    .filter((path) => path !== '/dev' && !path.startsWith('/usr'))
    .sort()
}
