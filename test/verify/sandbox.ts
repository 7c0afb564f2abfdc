import { Fault } from '../../src/model/fault.ts'
import type { Limits, Machine, Sandbox } from '../../src/verify/sandbox.ts'
import { findSandbox } from '../../src/verify/workplace.ts'

const limits: Limits = {
  seconds: 20,
  memory: 200 * 1024 * 1024,
  processes: 60,
  outputBytes: 100_000,
  diskBytes: 20 * 1024 * 1024,
}

/** The sandbox that this machine has, or nothing and a line that says why. */
export async function sandboxHere(
  machine: Partial<Machine> = {},
  own: Partial<Limits> = {},
): Promise<Sandbox | undefined> {
  try {
    return await findSandbox(new AbortController().signal, { ...machine, limits: { ...limits, ...own } })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    console.warn(`SKIPPED, pages are not run here: ${error.message}`)
    return undefined
  }
}
