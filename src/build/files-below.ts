import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of all files below a folder, with forward slashes. */
export function filesBelow(dir: string, prefix = '', files = new Set<string>()): Set<string> {
  if (!existsSync(dir)) return files
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = prefix + entry.name
    if (entry.isDirectory()) filesBelow(join(dir, entry.name), `${path}/`, files)
    else files.add(path)
  }
  return files
}
