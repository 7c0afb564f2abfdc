import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Published } from '../emit/emit.ts'
import { Fault } from '../model/fault.ts'
import { filesBelow } from './files-below.ts'
import { lockFolder } from './folder-lock.ts'
import { folderMaker, freshFolder, mend, patchFolder, switchFolder } from './replace-folder.ts'
import { writing } from './writing-fault.ts'

export interface Written {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  readonly bytes: number
}

/** A patch is for the few files of an edit; when most of a site changes, it is switched as a whole. */
const patchShare = 0.25

/**
 * Makes the folder hold exactly these files. New ones are completed beside it and then take their places, so a build that
 * is killed or meets a full disk leaves the old site whole. Unchanged files keep their bytes and times; when nothing
 * differs, nothing is touched.
 */
export function writeOutput(dir: string, files: Iterable<Published>): Written {
  const target = resolve(dir)
  return writing(target, 'The site that was there is untouched.', () => {
    mkdirSync(dirname(target), { recursive: true })
    refuseForeignFolder(target)
    const lock = lockFolder(target)
    try {
      mend(target)
      const before = filesBelow(target)
      const { changed, staying, bytes } = fill(target, files, before)
      const left = new Set([...changed, ...staying])
      const removed = [...before].filter((path) => !left.has(path))
      if (changed.length + removed.length > 0) {
        const patched =
          existsSync(target) &&
          changed.length + removed.length < (staying.length + changed.length) * patchShare
        if (patched) patchFolder(target, { replaced: changed, removed }, lock.assertHeld)
        else switchFolder(target, staying, lock.assertHeld)
      }
      return { written: changed.length, unchanged: staying.length, removed: removed.length, bytes }
    } finally {
      mend(target)
      lock.release()
    }
  })
}

/** Writes what differs from the folder into the one beside it. */
function fill(target: string, files: Iterable<Published>, before: ReadonlySet<string>) {
  const fresh = freshFolder(target)
  const makeFolder = folderMaker()
  const changed: string[] = []
  const staying: string[] = []
  let bytes = 0
  for (const { path, content } of files) {
    bytes += content.length
    if (before.has(path) && isSame(join(target, path), content)) staying.push(path)
    else {
      changed.push(path)
      makeFolder(dirname(join(fresh, path)))
      writeFileSync(join(fresh, path), content)
    }
  }
  return { changed, staying, bytes }
}

function isSame(file: string, content: Buffer): boolean {
  const stats = lstatSync(file)
  return stats.isFile() && stats.size === content.length && readFileSync(file).equals(content)
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
