import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Fault } from '../model/fault.ts'
import { bubblewrap } from './bubblewrap.ts'
import type { Machine } from './machine.ts'
import type { Bounds, Sandbox } from './sandbox.ts'

/** The sandbox that this machine has, tried before it is trusted. */
export async function findSandbox(machine: Machine, path: string, bounds: Bounds): Promise<Sandbox> {
  const bwrap = programOn(path, 'bwrap')
  if (bwrap === undefined) {
    throw new Fault(
      'No sandbox to run the pages’ code in: bubblewrap is not installed',
      'Install it (Debian, Ubuntu: apt-get install bubblewrap).',
    )
  }
  const sandbox = bubblewrap(bwrap, machine, bounds)
  const workplace = sandbox.workplace(undefined)
  const { stopped, exitCode } = await workplace.run({ argv: ['true'], files: [], services: [] })
  workplace.remove()
  if (stopped === undefined && exitCode === 0) return sandbox
  throw new Fault(
    `The sandbox does not work here: ${stopped ?? `exit code ${exitCode}`}`,
    'bubblewrap needs user namespaces: on Ubuntu 24.04 set kernel.apparmor_restrict_unprivileged_userns=0, in a container allow them.',
  )
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
