import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { Fault } from '../model/fault.ts'

export const draftExists = (content: string, path: string): boolean => existsSync(join(content, path))

/** Writes a new file below the content folder; one that is there is never touched. */
export function writeDraft(content: string, path: string, text: string): void {
  const file = join(content, path)
  mkdirSync(dirname(file), { recursive: true })
  const folder = realpathSync(content)
  if (!realpathSync(dirname(file)).startsWith(folder + sep)) {
    throw new Fault(`${dirname(file)} leads out of the content folder`, 'Replace the link by a folder.')
  }
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw existing(file)
    throw error
  }
}

export const existing = (file: string): Fault =>
  new Fault(`${file} exists already`, 'Edit that page, or choose another name with --slug.')
