import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Job } from './sandbox.ts'

/** Writes a block's files into a folder of its own, from which they are copied where no link of the page matters. */
export function stageFiles(dir: string, files: Job['files']): void {
  mkdirSync(dir, { recursive: true })
  for (const { name, text } of files) {
    const file = join(dir, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
