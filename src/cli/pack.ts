import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { CatalogReader, Fetched } from '../client/reader.ts'
import { decode } from '../client/reader.ts'
import { Fault } from '../model/fault.ts'
import { replaceFile } from '../pipeline/disk.ts'
import type { Environment } from './environment.ts'
import { openCatalog } from './open-catalog.ts'
import { catalogCommand } from './options.ts'
import { unpack } from './pack-reader.ts'

export const pack = (environment: Environment) =>
  catalogCommand('pack')
    .description('write a catalog into one file, for use without a network')
    .argument('[file]', 'file to write', 'catalog.tgz')
    .action((file, from) => save(openCatalog(from, environment), file, environment))

export const update = (environment: Environment) =>
  catalogCommand('update')
    .description('bring the packed catalog up to date that answers without a network')
    .argument('[file]', 'file to replace (default: beside this program)')
    .action(async (file = environment.packed, from) => {
      const catalog = openCatalog({ index: [environment.publishedCatalog], ...from }, environment, {
        fresh: 0,
      })
      return save(catalog, file, environment)
    })

/** Writes the catalog’s pack unless the file has the same version. A pack that does not match its digest is refused. */
async function save(catalog: CatalogReader, name: string, { cwd, stdout }: Environment) {
  const file = resolve(cwd, name)
  const version = current(await catalog.read('version.json', decode))
  if (existsSync(file) && versionIn(readFileSync(file), file) === version) {
    stdout(`${file} is up to date.\n`)
    return
  }
  const digest = current(await catalog.read('catalog.tgz.sha256', decode)).split(' ')[0]
  const bytes = current(await catalog.read('catalog.tgz', (body) => body))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== digest || versionIn(bytes, name) !== version) {
    throw new Fault(
      `${catalog.address}/catalog.tgz is not what the catalog says it is; ${file} was left as it was`,
      'The catalog may just be changing: try again in a few minutes.',
    )
  }
  mkdirSync(dirname(file), { recursive: true })
  replaceFile(file, bytes)
  const { count, generated } = JSON.parse(version)
  stdout(`${file}: ${count} solutions of ${generated.slice(0, 10)}, ${bytes.length} bytes\n`)
}

/** Unlike lookups, updates do not accept a stale file. */
function current<T>({ value, notice }: Fetched<T>): T {
  if (notice !== undefined) throw new Fault(notice)
  return value
}

/** The version of the catalog in a pack; empty if it is broken. */
function versionIn(bytes: Uint8Array, name: string): string {
  try {
    return String(unpack(bytes, name).get('version.json'))
  } catch {
    return ''
  }
}
