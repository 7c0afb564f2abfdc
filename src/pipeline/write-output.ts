import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
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
 * Makes the folder contain exactly these files. Changed files are completed in a draft beside it and then moved into
 * place, so a build that is killed or fills the disk leaves the old site, or a draft that the next run moves. Unchanged
 * files are not touched. `onWritten` is called while the folder is locked.
 */
export function writeOutput(
  dir: string,
  files: Iterable<Published>,
  onWritten: (written: Written) => void = () => {},
): Written {
  const target = placeOf(dir)
  return writing(target, 'The site that was there is untouched.', () => {
    mkdirSync(dirname(target), { recursive: true })
    lock(target)
    try {
      cleanUp(target)
      refuseForeignFolder(target)
      const { moved, removed, unchanged, bytes } = fillDraft(target, files)
      if (moved.length + removed.length > 0) {
        writeFileSync(join(draftOf(target), pathsFile), JSON.stringify({ moved, removed }))
        renameSync(draftOf(target), readyOf(target))
        writing(target, 'The next build completes the site.', () => moveIntoPlace(target))
      }
      const written = { written: moved.length, unchanged, removed: removed.length, bytes }
      onWritten(written)
      return written
    } finally {
      rmSync(draftOf(target), { recursive: true, force: true })
      rmSync(lockFile(target), { force: true })
    }
  })
}

/** Completes or undoes an interrupted build. Must be called before reading the folder; a running build is left alone. */
export function recover(dir: string): void {
  const target = placeOf(dir)
  if (!isAlive(ownerOf(target))) cleanUp(target)
}

function cleanUp(target: string): void {
  if (existsSync(readyOf(target))) moveIntoPlace(target)
  rmSync(draftOf(target), { recursive: true, force: true })
}

/** A symbolic link stays, and its target is written. */
const placeOf = (dir: string): string => (existsSync(dir) ? realpathSync(dir) : resolve(dir))

/** Changed files by number, and the list of their paths. */
const draftOf = (target: string): string => `${target}.next`
/** The same, complete. */
const readyOf = (target: string): string => `${target}.ready`
const pathsFile = 'paths.json'
const lockFile = (target: string): string => `${target}.lock`

/** Writes changed files into the draft. */
function fillDraft(target: string, files: Iterable<Published>) {
  const left = filesBelow(target)
  const moved: string[] = []
  const roots = new Set<string>()
  let unchanged = 0
  let bytes = 0
  mkdirSync(draftOf(target))
  for (const { path, content } of files) {
    bytes += content.length
    roots.add(rootOf(path))
    if (left.delete(path) && isSame(join(target, path), content)) unchanged++
    else writeFileSync(join(draftOf(target), String(moved.push(path) - 1)), content)
  }
  refuseForeignFiles(target, left, roots)
  return { moved, removed: [...left], unchanged, bytes }
}

const rootOf = (path: string): string => path.split('/')[0] ?? ''

function isSame(file: string, content: Buffer): boolean {
  const stats = lstatSync(file)
  return stats.isFile() && stats.size === content.length && readFileSync(file).equals(content)
}

/** Moves the files of a complete draft to their paths. If it is killed, it can be repeated. */
function moveIntoPlace(target: string): void {
  const ready = readyOf(target)
  const { moved, removed } = JSON.parse(readFileSync(join(ready, pathsFile), 'utf8'))
  for (const path of removed) {
    rmSync(join(target, path), { force: true })
    removeEmpty(target, dirname(path))
  }
  const folders = new Set<string>()
  for (const [number, path] of moved.entries()) {
    const draft = join(ready, String(number))
    const file = join(target, path)
    if (!existsSync(draft)) continue
    if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    folders.add(dirname(file))
    renameSync(draft, file)
  }
  // Deleting takes many steps, after which nothing may look complete.
  renameSync(ready, draftOf(target))
}

/** Removes a folder and those around it up to the first that is not empty. */
function removeEmpty(target: string, folder: string): void {
  try {
    for (let at = folder; at !== '.'; at = dirname(at)) rmdirSync(join(target, at))
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error))) throw error
  }
}

/** Allows one build at a time; takes over the lock of a process that has ended. */
function lock(target: string): void {
  const file = lockFile(target)
  const owner = ownerOf(target)
  if (isAlive(owner)) {
    throw new Fault(
      `Another build is writing ${basename(target)} (process ${owner})`,
      `Wait for it, or remove ${file} if no build is running.`,
    )
  }
  rmSync(file, { force: true })
  writeFileSync(file, String(process.pid), { flag: 'wx' })
}

function ownerOf(target: string): number {
  const file = lockFile(target)
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
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
function refuseForeignFiles(target: string, left: Iterable<string>, written: ReadonlySet<string>): void {
  const isSite = (name: string) => existsSync(join(target, name, 'manifest.json'))
  const foreign = [...new Set([...left].map(rootOf))]
    .filter((name) => !written.has(name) && !ownNames.test(name) && !isSite(name))
    .sort()
  if (foreign.length === 0) return
  throw new Fault(
    `${target} holds what no build wrote: ${foreign.slice(0, 5).join(', ')}`,
    'A build replaces the folder as a whole: move it away, or name another folder with --out DIR.',
  )
}
