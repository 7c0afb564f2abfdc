import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Fault } from '../model/fault.ts'
import { bubblewrap } from './bubblewrap.ts'
import { container, importImage } from './container.ts'
import type { Machine } from './machine.ts'
import type { Bounds, Sandbox } from './sandbox.ts'

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
