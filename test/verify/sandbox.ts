import { Fault } from '../../src/model/fault.ts'
import { type Limits, type Machine, type Sandbox, thisMachine } from '../../src/verify/sandbox.ts'
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
  of: Machine = thisMachine,
  own: Partial<Limits> = {},
): Promise<Sandbox | undefined> {
  const bounds = { limits: { ...limits, ...own }, signal: new AbortController().signal }
  try {
    return await findSandbox(of, bounds)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    console.warn(`SKIPPED, pages are not run here: ${error.message}`)
    return undefined
  }
}
