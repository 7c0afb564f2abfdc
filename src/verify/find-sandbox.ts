import { spawnSync } from 'node:child_process'
import { Fault } from '../model/fault.ts'
import type { Bounds, Machine, Sandbox } from './sandbox.ts'
import { openWorkplace } from './workplace.ts'

/** Finds a sandbox and checks that it works. */
export async function findSandbox(machine: Machine, bounds: Bounds): Promise<Sandbox> {
  const env = { PATH: machine.variables.PATH }
  const bwrap = spawnSync('/bin/sh', ['-c', 'command -v bwrap'], { env, encoding: 'utf8' }).stdout?.trim()
  if (!bwrap)
    throw new Fault(
      'No sandbox to run the pages’ code in: bubblewrap is not installed',
      'Install it (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap).',
    )
  const sandbox: Sandbox = {
    kind: 'bubblewrap',
    workplace: (modules) => openWorkplace(machine, bounds, modules, bwrap),
  }
  const workplace = sandbox.workplace(undefined)
  const { stopped, exitCode } = await workplace.run({ argv: ['true'], files: [], services: [] })
  workplace.remove()
  if (stopped === undefined && exitCode === 0) return sandbox
  throw new Fault(
    `No sandbox works here: ${stopped ?? `exit code ${exitCode}`}`,
    'bubblewrap needs user namespaces: on Ubuntu 24.04 set kernel.apparmor_restrict_unprivileged_userns=0, in a container allow them.',
  )
}

/** No sandbox, for users who have read every page that they run. */
export const bareHost = (machine: Machine, bounds: Bounds): Sandbox => ({
  kind: 'none',
  workplace: (modules) => openWorkplace(machine, bounds, modules, undefined),
})
