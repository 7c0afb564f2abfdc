import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Published } from '../emit/published.ts'
import { Fault } from '../model/fault.ts'
import { filesBelow } from './files-below.ts'
import { lockFolder } from './folder-lock.ts'
import { type Ledger, openLedger, type Remembered } from './ledger.ts'
import { folderMaker, freshFolder, mend, patchFolder, switchFolder } from './replace-folder.ts'
import { type Reason, reasonFor } from './rewritten.ts'
import { writing } from './writing-fault.ts'

export interface Written {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  readonly bytes: number
  /** Of a site that was there before: each file that was written anew, and why. */
  readonly rewritten: readonly { readonly path: string; readonly why: Reason }[]
}

/** A patch is for the few files of an edit; when most of a site changes, it is switched as a whole. */
const patchShare = 0.25

/**
 * Makes the folder hold exactly these files. New ones are completed beside it and then take their places, so a build that
 * is killed or meets a full disk leaves the old site whole. Unchanged files keep their bytes and times; when nothing
 * differs, nothing is touched.
 */
export function writeOutput(
  dir: string,
  files: Iterable<Published>,
  ledger: Ledger = openLedger(undefined, dir),
): Written {
  const target = resolve(dir)
  return writing(target, 'The site that was there is untouched.', () => {
    mkdirSync(dirname(target), { recursive: true })
    refuseForeignFolder(target)
    const lock = lockFolder(target)
    try {
      mend(target)
      const before = filesBelow(target)
      const { changed, staying, remembered, rewritten, bytes } = fill(target, files, before, ledger)
      const left = new Set<string>(remembered.map(({ path }) => path))
      const removed = [...before].filter((path) => !left.has(path))
      if (changed.length + removed.length > 0) {
        const patched =
          existsSync(target) &&
          changed.length + removed.length < (staying.length + changed.length) * patchShare
        if (patched) patchFolder(target, { replaced: changed, removed }, lock.assertHeld)
        else switchFolder(target, staying, lock.assertHeld)
      }
      ledger.save(remembered)
      return {
        written: changed.length,
        unchanged: staying.length,
        removed: removed.length,
        bytes,
        rewritten,
      }
    } finally {
      mend(target)
      lock.release()
    }
  })
}

/** Writes what differs from the folder into the one beside it. */
function fill(target: string, files: Iterable<Published>, before: ReadonlySet<string>, ledger: Ledger) {
  const fresh = freshFolder(target)
  const makeFolder = folderMaker()
  const changed: string[] = []
  const staying: string[] = []
  const rewritten: { path: string; why: Reason }[] = []
  const remembered: Remembered[] = []
  let bytes = 0
  for (const { content, origin, ...entry } of files) {
    const { path } = entry
    bytes += entry.bytes
    const last = ledger.at(path)
    if (content === undefined) {
      if (last === undefined || !before.has(path)) throw new Error(`${path} was to be kept, and is not there`)
      staying.push(path)
      remembered.push(last)
      continue
    }
    const madeOf = origin ? ledger.textOf(origin) : null
    const known = before.has(path) ? ledger.standing(path) : undefined
    const stays =
      before.has(path) && (known ? known.sha256 === entry.sha256 : isSame(join(target, path), content))
    let modified: number
    if (stays) {
      staying.push(path)
      modified = known?.modified ?? statSync(join(target, path)).mtimeMs
    } else {
      if (before.size > 0)
        rewritten.push({ path, why: reasonFor(before.has(path), madeOf, last?.madeOf ?? null) })
      changed.push(path)
      modified = write(join(fresh, path), content, makeFolder)
    }
    remembered.push({ ...entry, modified, madeOf })
  }
  return { changed, staying, remembered, rewritten, bytes }
}

const isSame = (file: string, content: Buffer): boolean =>
  existsSync(file) && readFileSync(file).equals(content)

/** Gives the time of change that the file has from now on. */
function write(file: string, content: Buffer, makeFolder: (folder: string) => void): number {
  makeFolder(dirname(file))
  const descriptor = openSync(file, 'w')
  try {
    for (let at = 0; at < content.length; ) at += writeSync(descriptor, content, at)
    return fstatSync(descriptor).mtimeMs
  } finally {
    closeSync(descriptor)
  }
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
