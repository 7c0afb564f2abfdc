import { tmpdir } from 'node:os'
import { Fault } from '../../src/model/fault.ts'
import type { Limits, Machine, Sandbox } from '../../src/verify/sandbox.ts'
import { findSandbox } from '../../src/verify/workplace.ts'
import { root } from '../catalog.ts'

export const machine: Machine = {
  node: process.execPath,
  program: root,
  architecture: process.arch,
  temporary: tmpdir(),
  uid: process.getuid?.() ?? -1,
  root: process.getuid?.() === 0,
  variables: process.env,
}

const limits: Limits = {
  seconds: 20,
  memory: 200 * 1024 * 1024,
  processes: 60,
  outputBytes: 100_000,
  diskBytes: 20 * 1024 * 1024,
}

/** The sandbox that this machine has, or nothing and a line that says why. */
export async function sandboxHere(
  of: Machine = machine,
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
