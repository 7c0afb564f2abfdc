import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from './error-code.ts'
import { isLocked } from './folder-lock.ts'

/*
 * Two ways for a finished state to take the place of the earlier one, each of which a crash at any moment leaves whole or
 * on record. A folder switched as a whole costs a link for every file that stays, a patch only what differs.
 */

/** Where new files wait. */
export const freshFolder = (target: string): string => `${target}.next`
const oldFolder = (target: string): string => `${target}.old`
const journalFile = (target: string): string => `${target}.journal`

/** What a patch does; paths are relative to the folder. */
interface Journal {
  readonly replaced: readonly string[]
  readonly removed: readonly string[]
}

/** The waiting files, and those that stay, become the folder. */
export function switchFolder(target: string, staying: readonly string[], assertHeld: () => void): void {
  const fresh = freshFolder(target)
  const makeFolder = folderMaker()
  for (const path of staying) {
    const file = join(fresh, path)
    makeFolder(dirname(file))
    place(join(target, path), file)
  }
  assertHeld()
  if (existsSync(target)) renameSync(target, oldFolder(target))
  renameSync(fresh, target)
  rmSync(oldFolder(target), { recursive: true, force: true })
}

/** The waiting files take their places, the removed ones go. From the journal on, whatever runs next ends what is begun. */
export function patchFolder(target: string, journal: Journal, assertHeld: () => void): void {
  assertHeld()
  const draft = `${journalFile(target)}.draft`
  const descriptor = openSync(draft, 'w')
  writeSync(descriptor, JSON.stringify(journal))
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(draft, journalFile(target))
  carryOut(target)
}

/**
 * Undoes or ends what a build that was killed had begun. Anything that reads the folder calls this first; a build that is
 * at work right now is left alone.
 */
export function recover(dir: string): void {
  const target = resolve(dir)
  if (!isLocked(target)) mend(target)
}

/** The same for who holds the lock. */
export function mend(target: string): void {
  if (!existsSync(target) && existsSync(oldFolder(target))) renameSync(oldFolder(target), target)
  if (existsSync(journalFile(target))) carryOut(target)
  for (const left of [freshFolder(target), oldFolder(target), `${journalFile(target)}.draft`])
    rmSync(left, { recursive: true, force: true })
}

function carryOut(target: string): void {
  const { replaced, removed } = JSON.parse(readFileSync(journalFile(target), 'utf8')) as Journal
  const fresh = freshFolder(target)
  const makeFolder = folderMaker()
  for (const path of removed) rmSync(join(target, path), { recursive: true, force: true })
  for (const folder of new Set(removed.map((path) => dirname(path)))) removeEmpty(target, folder)
  for (const path of replaced) {
    const waiting = join(fresh, path)
    // Done before the crash.
    if (!existsSync(waiting)) continue
    makeFolder(dirname(join(target, path)))
    renameSync(waiting, join(target, path))
  }
  rmSync(journalFile(target))
  rmSync(fresh, { recursive: true, force: true })
}

/** Folders that hold nothing any more, from the inside out. */
function removeEmpty(target: string, folder: string): void {
  for (let at = folder; at !== '.'; at = dirname(at)) {
    try {
      rmdirSync(join(target, at))
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') return
    }
  }
}

/** Makes each folder once. */
export function folderMaker(): (folder: string) => void {
  const made = new Set<string>()
  return (folder) => {
    if (made.has(folder)) return
    mkdirSync(folder, { recursive: true })
    made.add(folder)
  }
}

/** Hard links keep bytes and times and cost no space; file systems without them get a copy. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
