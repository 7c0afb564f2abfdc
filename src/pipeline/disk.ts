import { existsSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, Fault } from '../model/fault.ts'

/** Paths of all files below a folder, with forward slashes; empty if it does not exist. */
export function filesBelow(dir: string, prefix = '', files = new Set<string>()): Set<string> {
  // A third faster than a recursive `readdir`, which gives absolute paths.
  for (const entry of existsSync(dir) ? readdirSync(dir, { withFileTypes: true }) : []) {
    const path = prefix + entry.name
    if (entry.isDirectory()) filesBelow(join(dir, entry.name), `${path}/`, files)
    else files.add(path)
  }
  return files
}

/** The name of the site that a build wrote into `dir`: the first folder that has `file`. */
export function siteBelow(dir: string, file: string): string | undefined {
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return undefined
  return readdirSync(dir).find((name) => existsSync(join(dir, name, file)))
}

/** The same, but throws a `Fault` if there is none. */
export function siteIn(dir: string, file: string, hint: string): string {
  const site = siteBelow(dir, file)
  if (site === undefined) throw new Fault(`No built catalog in ${dir}`, hint)
  return site
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a part of the path is a file',
  ENOTDIR: 'a part of the path is a file',
}

/** Turns the errors of a full or read-only disk into a `Fault`. */
export function writing<T>(place: string, hint: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const code = errorCode(error)
    if (error instanceof Fault || code === '') throw error
    throw new Fault(`Can’t write ${place}: ${reasons[code] ?? code}`, hint)
  }
}

/** Writes a file atomically. */
export function replaceFile(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.new`, content)
  renameSync(`${file}.new`, file)
}
