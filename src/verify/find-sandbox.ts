import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Fault } from '../model/fault.ts'
import { bubblewrap } from './bubblewrap.ts'
import { container, importImage } from './container.ts'
import type { Bounds, Machine, Sandbox } from './sandbox.ts'
import { supervise } from './supervise.ts'
import { initScript, stage, takeFolder } from './workplace.ts'

/** Programs that make a sandbox, the best first. */
const makers = ['bwrap', 'podman', 'docker'] as const

/** The sandbox that this machine has, tried before it is trusted. */
export async function findSandbox(machine: Machine, bounds: Bounds): Promise<Sandbox> {
  const refusals: string[] = []
  for (const maker of makers) {
    const program = programOn(machine.variables.PATH ?? '', maker)
    if (program === undefined) continue
    const made = make(maker, program, machine, bounds)
    const refusal = typeof made === 'string' ? made : await attempt(made)
    if (refusal === undefined) return made as Sandbox
    refusals.push(`${maker}: ${refusal}`)
  }
  throw refusals.length === 0
    ? new Fault(
        'No sandbox to run the pages’ code in: bubblewrap is not installed',
        'Install it (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap).',
      )
    : new Fault(
        `No sandbox works here: ${refusals.join('; ')}`,
        'bubblewrap needs user namespaces: on Ubuntu 24.04 set kernel.apparmor_restrict_unprivileged_userns=0, in a container allow them.',
      )
}

function make(
  maker: (typeof makers)[number],
  program: string,
  machine: Machine,
  bounds: Bounds,
): Sandbox | string {
  if (maker === 'bwrap') return bubblewrap(program, machine, bounds)
  return importImage(program, machine)
    ? container(maker, program, machine, bounds)
    : 'its engine does not answer'
}

/** Why nothing can be run in it, or undefined. */
export async function attempt(sandbox: Sandbox): Promise<string | undefined> {
  const workplace = sandbox.workplace(undefined)
  const { stopped, exitCode } = await workplace.run({ argv: ['true'], files: [], services: [] })
  workplace.remove()
  return stopped ?? (exitCode === 0 ? undefined : `exit code ${exitCode}`)
}

function programOn(path: string, name: string): string | undefined {
  return path
    .split(delimiter)
    .map((dir) => join(dir, name))
    .find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

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
