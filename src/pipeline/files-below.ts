import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Paths of all files below a folder, with forward slashes; none where there is no folder. */
export function filesBelow(dir: string): Set<string> {
  const files = new Set<string>()
  if (existsSync(dir)) addBelow(dir, '', files)
  return files
}

function addBelow(dir: string, prefix: string, files: Set<string>): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = prefix + entry.name
    if (entry.isDirectory()) addBelow(join(dir, entry.name), `${path}/`, files)
    else files.add(path)
  }
}
