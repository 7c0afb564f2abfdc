import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { contentOf, type Output } from '../emit/output.ts'
import { Fault } from '../model/fault.ts'

export interface Written {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  readonly bytes: number
}

/**
 * Makes the folder hold exactly these files. The new site is completed in a folder beside the old one and then takes
 * its place, so a build that is killed or meets a full disk leaves the old site whole. Unchanged files are linked
 * over and keep their bytes and times; when nothing differs, nothing is touched.
 */
export function writeOutput(dir: string, outputs: readonly Output[]): Written {
  const target = resolve(dir)
  const fresh = `${target}.next`
  const old = `${target}.old`
  return withFaults(target, () => {
    mkdirSync(dirname(target), { recursive: true })
    refuseForeignFolder(target)
    const held = lock(`${target}.lock`)
    try {
      recover(target)
      rmSync(fresh, { recursive: true, force: true })
      rmSync(old, { recursive: true, force: true })
      const before = filesBelow(target)
      const changed = outputs.filter(
        (output) => !before.has(output.path) || !isWritten(join(target, output.path), output),
      )
      const paths = new Set<string>(outputs.map(({ path }) => path))
      const removed = [...before].filter((path) => !paths.has(path)).length
      const result = {
        written: changed.length,
        unchanged: outputs.length - changed.length,
        removed,
        bytes: outputs.reduce((sum, output) => sum + Buffer.byteLength(contentOf(output)), 0),
      }
      if (changed.length === 0 && removed === 0) return result
      fill(fresh, target, outputs, new Set(changed))
      held.assertHeld()
      if (existsSync(target)) renameSync(target, old)
      renameSync(fresh, target)
      rmSync(old, { recursive: true, force: true })
      return result
    } finally {
      recover(target)
      held.release()
    }
  })
}

/**
 * A build that was killed between the two renames left the site beside its place; put it back. Anything that reads
 * the folder calls this first.
 */
export function recover(dir: string): void {
  const target = resolve(dir)
  if (!existsSync(target) && existsSync(`${target}.old`)) renameSync(`${target}.old`, target)
}

function fill(fresh: string, target: string, outputs: readonly Output[], changed: ReadonlySet<Output>): void {
  const made = new Set<string>()
  for (const output of outputs) {
    const file = join(fresh, output.path)
    const folder = dirname(file)
    if (!made.has(folder)) {
      mkdirSync(folder, { recursive: true })
      made.add(folder)
    }
    if (changed.has(output) || !linked(join(target, output.path), file))
      writeFileSync(file, contentOf(output))
  }
}

const isWritten = (file: string, output: Output): boolean =>
  readFileSync(file).equals(Buffer.from(contentOf(output)))

/** Hard links keep bytes and times and cost no space; file systems without them get a copy. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function filesBelow(dir: string, prefix = '', files = new Set<string>()): Set<string> {
  if (!existsSync(dir)) return files
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = prefix + entry.name
    if (entry.isDirectory()) filesBelow(join(dir, entry.name), `${path}/`, files)
    else files.add(path)
  }
  return files
}

/** `--out .` would replace the project: only an empty folder or one that holds a site is taken over. */
function refuseForeignFolder(target: string): void {
  const stats = statSync(target, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!stats.isDirectory())
    throw new Fault(`${target} is not a folder`, 'Name another folder with --out DIR.')
  const names = readdirSync(target)
  if (names.length > 0 && !names.includes('.nojekyll')) {
    throw new Fault(
      `${target} holds files that no build wrote`,
      'Empty it, or name another folder with --out DIR.',
    )
  }
}

interface Lock {
  /** Faults when another process has taken the lock over meanwhile. */
  readonly assertHeld: () => void
  readonly release: () => void
}

/** One build at a time; the lock of a process that is gone is taken over. */
function lock(file: string): Lock {
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
      if (codeOf(error) !== 'EEXIST') throw error
      if (alive(ownerOf(file))) throw busy(file)
      rmSync(file, { force: true })
    }
  }
}

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
    return codeOf(error) === 'EPERM'
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** A disk that is full or not ours to write is the user's to mend, so it is said in one line. */
function withFaults<T>(target: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reasons: Readonly<Record<string, string>> = {
      EACCES: 'no permission',
      EPERM: 'no permission',
      EROFS: 'the file system is read-only',
      ENOSPC: 'the disk is full',
      EDQUOT: 'the disk quota is used up',
      ENOTDIR: 'a part of the path is a file',
    }
    const code = codeOf(error)
    if (error instanceof Fault || code === '') throw error
    throw new Fault(
      `Can’t write ${target}: ${reasons[code] ?? code}`,
      'The site that was there is untouched.',
    )
  }
}
