import { spawnSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bounds, insideProject, type Limits, type Machine, type Sandbox } from './sandbox.ts'
import { insideFiles, type Mount } from './view.ts'
import { mostProcesses, openWorkplace } from './workplace.ts'

export type Engine = 'docker' | 'podman'

const insideStatus = '/opt/status'
/** Nothing is in it: a container sees the same parts of this machine as any other sandbox. */
const image = 'fixdex-sandbox'

/** A sandbox for where there is an engine of containers and no bubblewrap. */
export function container(engine: Engine, program: string, machine: Machine, bounds: Bounds): Sandbox {
  return {
    kind: engine,
    hasServices: true,
    workplace(modules) {
      const uid = machine.root ? 0x6000_0000 + randomInt(0x0fff_ffff) : machine.uid
      // An ordinary user of docker is the same one inside as outside.
      const countsProcesses = machine.root || engine === 'podman'
      const most = mostProcesses(bounds.limits)
      return openWorkplace(machine, bounds, modules, {
        uid,
        places: { files: insideFiles, project: insideProject, status: insideStatus, countsProcesses },
        start(view, script, folder) {
          const variables = Object.entries(view.variables).map(([name, value]) => `${name}=${value}`)
          const name = `fixdex-${randomBytes(8).toString('hex')}`
          const status = join(folder, 'status')
          writeFileSync(status, '', { mode: 0o666 })
          spawnSync('chmod', ['a+w', status])
          return {
            argv: [
              ...[program, 'run', '--rm', '--name', name, '--hostname', 'sandbox', '--network', 'none'],
              ...[
                '--read-only',
                '--cap-drop',
                'ALL',
                '--security-opt',
                'no-new-privileges',
                '--pull',
                'never',
              ],
              ...(engine === 'podman' && !machine.root ? ['--userns', 'keep-id'] : []),
              ...['--user', `${uid}:${uid}`, '--workdir', insideProject],
              ...limitOptions(bounds.limits),
              ...(countsProcesses ? ['--ulimit', `nproc=${most}:${most}`] : []),
              ...view.mounts.flatMap(mountOptions),
              ...['--volume', `${status}:${insideStatus}:rw`],
              // An engine adds variables of its own.
              ...[image, '/usr/bin/env', '-i', ...variables, 'bash', '--norc', '-c', script],
            ],
            // The engine's own program wants to know where its socket and its settings are.
            env: machine.variables,
            status,
            // The container is no child of the program that started it.
            onStop: () => void spawnSync(program, ['kill', name], { env: machine.variables }),
          }
        },
      })
    },
  }
}

/** Makes the empty image from an archive of no file; needs no registry. False when the engine can't. */
export function importImage(program: string, { variables }: Machine): boolean {
  const ask = (args: readonly string[], input?: Buffer) =>
    spawnSync(program, args, { env: variables, input, timeout: 30_000 }).status === 0
  return ask(['image', 'inspect', image]) || ask(['import', '-', image], Buffer.alloc(10_240))
}

const limitOptions = ({ memory, processes, diskBytes }: Limits): string[] => [
  ...['--memory', `${memory}`, '--memory-swap', `${memory}`, '--pids-limit', `${processes}`],
  ...['--ulimit', 'core=0:0', '--ulimit', 'nofile=1024:1024', '--ulimit', `fsize=${diskBytes}:${diskBytes}`],
]

function mountOptions(mount: Mount): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--volume', `${mount.from}:${mount.at}:ro`]
    case 'write':
      return ['--volume', `${mount.from}:${mount.at}:rw`]
    case 'link':
      // An engine follows the link and shows what it leads to.
      return ['--volume', `${mount.at}:${mount.at}:ro`]
    case 'memory': {
      const options = `rw,exec,nosuid,nodev,mode=1777,size=${mount.megabytes}m`
      return ['--tmpfs', `${mount.at}:${options}`]
    }
  }
}
