import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Fault } from '../model/fault.ts'
import { errorCode } from './error-code.ts'

export interface Lock {
  /** Faults when another process has taken the lock over meanwhile. */
  readonly assertHeld: () => void
  readonly release: () => void
}

/** One build at a time writes a folder; the lock of a process that is gone is taken over. */
export function lockFolder(target: string): Lock {
  const file = lockFile(target)
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return {
        assertHeld: () => {
          if (ownerOf(file) !== process.pid) throw busy(file)
        },
        release: () => {
          if (ownerOf(file) === process.pid) rmSync(file, { force: true })
        },
      }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      if (alive(ownerOf(file))) throw busy(file)
      rmSync(file, { force: true })
    }
  }
}

/** Is a build writing the folder at this moment? */
export const isLocked = (target: string): boolean => alive(ownerOf(lockFile(target)))

const lockFile = (target: string): string => `${target}.lock`

const ownerOf = (file: string): number =>
  existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN

const busy = (file: string): Fault =>
  new Fault(
    `Another build is writing ${basename(file, '.lock')} (process ${ownerOf(file)})`,
    `Wait for it, or remove ${file} if no build is running.`,
  )

function alive(pid: number): boolean {
  if (!Number.isInteger(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
