import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The digest of the program itself, so that nothing outlives the version that made it: its own files, the lock file that
 * says which versions of which packages they run with, and the version of Node, whose regular expressions know a certain
 * version of Unicode.
 */
export function programDigest(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  // Bundled, all of it is in one folder.
  const own = basename(here) === 'chunks' ? here : dirname(here)
  const files = readdirSync(own, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .sort()
  const data = join(here, '../checks/data')
  const lists = readdirSync(data).map((name) => join(data, name))
  const project = join(here, '../..')
  const locks = ['node_modules/.package-lock.json', 'package.json'].map((name) => join(project, name))
  const hash = createHash('sha256').update(process.version)
  for (const file of [
    ...files.map((name) => join(own, name)),
    ...lists,
    ...locks.filter((name) => existsSync(name)),
  ])
    hash.update(file.slice(own.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('base64url').slice(0, 12)
}
