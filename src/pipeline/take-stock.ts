import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gitIn } from '../content/git.ts'
import { ownTemplates, packageLabels, packageTemplates } from '../content/package-files.ts'
import type { BuildOptions } from './build.ts'
import { filesBelow } from './files-below.ts'

/** How a file was found. Who changes its bytes changes one of these; of the third no program has a say. */
export type Stamp = readonly [size: number, modified: number, changed: number, inode: number]

/** All that a build depends on, as far as it can be told without reading a file. */
export interface Stock {
  /** Milliseconds since 1970 at which the look began. */
  readonly started: number
  /** Settings, the commit that the content’s past is read from, and this version of the program. */
  readonly settings: string
  readonly stamps: ReadonlyMap<string, Stamp>
}

/** Folders of the content that are read as a whole. */
const contentFolders = ['labels', 'solutions', 'guides']

export function takeStock(options: BuildOptions, program: string): Stock {
  const { content, out, cache: _, threads: __, onProgress: ___, shards: ____, ...settings } = options
  const started = Date.now()
  const stamps = new Map<string, Stamp>()
  const stamp = (file: string) => {
    const { size, mtimeMs, ctimeMs, ino } = lstatSync(file)
    stamps.set(relative(content, file).replaceAll('\\', '/'), [size, mtimeMs, ctimeMs, ino])
  }
  const below = (dir: string) => {
    for (const path of filesBelow(dir)) stamp(join(dir, path))
  }
  if (existsSync(content)) {
    for (const { name } of readdirSync(content, { withFileTypes: true }))
      if (contentFolders.includes(name)) below(join(content, name))
      else if (name !== '.git') stamp(join(content, name))
  }
  for (const dir of [packageTemplates, packageLabels, ownTemplates(content, options.templates)]) below(dir)
  return { started, settings: JSON.stringify([settings, content, out, commitOf(content), program]), stamps }
}

/** The content’s past is that of a commit, if there is one, and shallow or whole. */
function commitOf(content: string): string {
  try {
    return gitIn(content)('rev-parse', 'HEAD', '--is-shallow-repository')
  } catch {
    return ''
  }
}

/**
 * Was the file left alone since it was stamped? One that was changed at the very moment of the look may have been changed
 * once more in the same tick of the file system’s clock, so it is not trusted.
 */
export function isUntouched(now: Stamp | undefined, then: Stamp | undefined, looked: number): boolean {
  if (now === undefined || then === undefined || now.some((value, at) => value !== then[at])) return false
  const [, modified, changed] = then
  const tick = modified % 1000 === 0 ? 2000 : 50
  return Math.max(modified, changed) < looked - tick
}
