import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { initScript } from './init-script.ts'
import type { Machine } from './machine.ts'
import type { Bounds, Sandbox } from './sandbox.ts'
import { supervise } from './supervise.ts'
import { stage, takeFolder } from './workplace.ts'

/**
 * No sandbox at all: a folder and the limits, for who has read every page that is run. What a block leaves running in
 * a session of its own stays, the network is there, and so are the user's files.
 */
export function bareHost(machine: Machine, bounds: Bounds): Sandbox {
  return {
    kind: 'none',
    hasServices: false,
    workplace(modules) {
      const folder = mkdtempSync(join(machine.temporary, 'fixdex-verify-'))
      const project = join(folder, 'project')
      mkdirSync(project)
      if (modules !== undefined) symlinkSync(modules, join(project, 'node_modules'))
      const env = { PATH: machine.variables.PATH, HOME: folder, LANG: 'C.UTF-8', TZ: 'UTC' }
      let runs = 0
      return {
        run(job) {
          const run = join(folder, `run-${++runs}`)
          const places = { files: join(run, 'files'), project, countsProcesses: false }
          stage(places.files, job.files)
          const argv = ['bash', '--norc', '-c', initScript(job, bounds.limits, places)]
          return supervise({ argv, env, folder: run, project, group: true }, bounds)
        },
        take: (name, to) => takeFolder(project, name, to),
        remove: () => rmSync(folder, { recursive: true, force: true }),
      }
    },
  }
}
