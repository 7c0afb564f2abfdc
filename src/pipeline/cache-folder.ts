import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writing } from './writing-fault.ts'

/** Programs whose results are kept: this one and the one before, for who goes back and forth between two versions. */
const keptPrograms = 2

/**
 * The folder for compiled pages of this version of the program, made ready in a cache folder. Version control and backups leave
 * the folder out, whoever owns the project around it (bford.info/cachedir).
 */
export function openCache(dir: string, program: string): string {
  const own = pagesFolder(dir, program)
  return writingCache(dir, () => {
    if (existsSync(own)) return own
    mkdirSync(own, { recursive: true })
    writeFileSync(join(dir, '.gitignore'), '*\n')
    writeFileSync(
      join(dir, 'CACHEDIR.TAG'),
      'Signature: 8a477f597d28d172789f06886806bc55\n# Written by fixdex build; it may be deleted at any time.\n',
    )
    dropOthers(dir)
    return own
  })
}

/** Where the compiled pages of a version of the program are. */
export const pagesFolder = (dir: string, program: string): string => join(dir, `pages-${program}`)

export const writingCache = <T>(dir: string, work: () => T): T =>
  writing(`the cache ${dir}`, 'Name another folder with --cache-dir DIR, or build with --no-cache.', work)

function dropOthers(dir: string): void {
  const programs = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('pages-'))
    .map(({ name }) => ({ name, changed: statSync(join(dir, name)).mtimeMs }))
    .sort((a, b) => b.changed - a.changed)
  for (const { name } of programs.slice(keptPrograms))
    rmSync(join(dir, name), { recursive: true, force: true })
}
