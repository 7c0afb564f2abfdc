import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from '../model/fault.ts'
import type { StarterFile } from './starter-files.ts'

/** Writes a new catalog. In a folder that holds something only when told, and what is there stays as it is. */
export function writeStarter(
  dir: string,
  files: readonly StarterFile[],
  force: boolean,
): { written: string[]; kept: string[] } {
  const there = existsSync(dir) ? readdirSync(dir).filter((name) => name !== '.git') : []
  if (there.length > 0 && !force) {
    throw new Fault(
      `${dir} is not empty`,
      'Name another folder, or add --force: files that are there are kept as they are.',
    )
  }
  const kept = files.filter(({ path }) => existsSync(join(dir, path)))
  const written = files.filter((file) => !kept.includes(file))
  for (const { path, text } of written) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text, { mode: path.endsWith('.sh') ? 0o755 : 0o644 })
  }
  return { written: written.map(({ path }) => path), kept: kept.map(({ path }) => path) }
}
