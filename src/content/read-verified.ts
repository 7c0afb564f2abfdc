import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../model/fault.ts'
import { type Verifications, verificationsSchema, verifiedFile } from '../model/verification.ts'

/** Reads the record of what ran; a catalog without executed pages has none. */
export function readVerified(contentDir: string): Verifications {
  const file = join(contentDir, verifiedFile)
  if (!existsSync(file)) return {}
  const mend = 'It is generated: take one side of a merge, then run fixdex verify --changed.'
  let data: unknown
  try {
    data = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Fault(`${file}: ${error instanceof Error ? error.message : error}`, mend)
  }
  const checked = verificationsSchema.safeParse(data)
  if (checked.success) return checked.data
  const lines = checked.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`)
  throw new Fault(`${file}: ${lines.join('; ')}`, mend)
}
