import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Published } from '../emit/emit.ts'
import { errorCode, Fault } from '../model/fault.ts'
import { filesBelow, writing } from './disk.ts'

export interface Written {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  readonly bytes: number
}

/**
 * Makes the folder contain exactly these files. The new state is completed in a sibling folder, with hard links to unchanged
 * files, and replaces the old one by two renames, so a killed build or a full disk leaves the old site intact. Unchanged
 * files keep their times; if nothing differs, nothing is touched. `onWritten` is called while the folder is locked.
 */
export function writeOutput(
  dir: string,
  files: Iterable<Published>,
  onWritten: (written: Written) => void = () => {},
): Written {
  const target = placeOf(dir)
  return writing(target, 'The site that was there is untouched.', () => {
    mkdirSync(dirname(target), { recursive: true })
    refuseForeignFolder(target)
    lock(target)
    try {
      cleanUp(target)
      const before = filesBelow(target)
      const { changed, staying, bytes } = fill(target, files, before)
      refuseForeignFiles(target, [...changed, ...staying])
      const removed = before.size - staying.length - changed.filter((path) => before.has(path)).length
      if (changed.length + removed > 0) switchTo(target, staying)
      // Removing the old folder's links changes the times of files.
      cleanUp(target)
      const written = { written: changed.length, unchanged: staying.length, removed, bytes }
      onWritten(written)
      return written
    } finally {
      cleanUp(target)
      rmSync(lockFile(target), { force: true })
    }
  })
}

/** Undoes an interrupted build. Must be called before reading the folder; a running build is left alone. */
export function recover(dir: string): void {
  const target = placeOf(dir)
  if (!isAlive(ownerOf(target))) cleanUp(target)
}

/** A symbolic link stays, and its target is written. */
const placeOf = (dir: string): string => (existsSync(dir) ? realpathSync(dir) : resolve(dir))

const freshFolder = (target: string): string => `${target}.next`
const oldFolder = (target: string): string => `${target}.old`
const lockFile = (target: string): string => `${target}.lock`

/** Writes changed files into the fresh folder. */
function fill(target: string, files: Iterable<Published>, before: ReadonlySet<string>) {
  const place = placer(freshFolder(target))
  const changed: string[] = []
  const staying: string[] = []
  let bytes = 0
  for (const { path, content, bytes: size } of files) {
    bytes += size
    if (content === undefined || (before.has(path) && isSame(join(target, path), content))) staying.push(path)
    else {
      changed.push(path)
      writeFileSync(place(path), content)
    }
  }
  return { changed, staying, bytes }
}

function isSame(file: string, content: Buffer): boolean {
  const stats = lstatSync(file)
  return stats.isFile() && stats.size === content.length && readFileSync(file).equals(content)
}

/** Adds the unchanged files to the fresh folder and makes it the target. */
function switchTo(target: string, staying: readonly string[]): void {
  const fresh = freshFolder(target)
  const place = placer(fresh)
  for (const path of staying) {
    const file = place(path)
    try {
      linkSync(join(target, path), file)
    } catch {
      // The file system has no hard links.
      copyFileSync(join(target, path), file)
    }
  }
  if (existsSync(target)) renameSync(target, oldFolder(target))
  renameSync(fresh, target)
}

/** Returns a function that maps a path below `dir` to a file and creates its folder. */
function placer(dir: string): (path: string) => string {
  const made = new Set<string>()
  return (path) => {
    const file = join(dir, path)
    const folder = dirname(file)
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    return file
  }
}

function cleanUp(target: string): void {
  // Killed between the two renames.
  if (!existsSync(target) && existsSync(oldFolder(target))) renameSync(oldFolder(target), target)
  for (const left of [freshFolder(target), oldFolder(target)])
    if (existsSync(left)) rmSync(left, { recursive: true })
}

/** Allows one build at a time; takes over the lock of a process that has ended. */
function lock(target: string): void {
  const file = lockFile(target)
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      const owner = ownerOf(target)
      if (isAlive(owner)) {
        throw new Fault(
          `Another build is writing ${basename(target)} (process ${owner})`,
          `Wait for it, or remove ${file} if no build is running.`,
        )
      }
      rmSync(file, { force: true })
    }
  }
}

function ownerOf(target: string): number {
  const file = lockFile(target)
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Accepts only an empty folder or one with a site, because `--out .` would replace the project. */
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

/** Files at the root that belong to the site, even if this build does not write them. */
const ownNames = /^(?:404\.html|robots\.txt|_headers|_redirects|\.nojekyll|\.well-known)$/

/** Refuses to delete files that someone added to the folder, such as a repository or a CNAME. */
function refuseForeignFiles(target: string, paths: readonly string[]): void {
  if (!existsSync(target)) return
  const own = new Set(paths.map((path) => path.split('/')[0]))
  const isSite = (name: string) => existsSync(join(target, name, 'manifest.json'))
  const foreign = readdirSync(target).filter(
    (name) => !own.has(name) && !ownNames.test(name) && !isSite(name),
  )
  if (foreign.length === 0) return
  throw new Fault(
    `${target} holds what no build wrote: ${foreign.slice(0, 5).join(', ')}`,
    'A build replaces the folder as a whole: move it away, or name another folder with --out DIR.',
  )
}
