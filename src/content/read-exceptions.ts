import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load, YAMLException } from 'js-yaml'
import * as z from 'zod'
import { Fault } from '../model/fault.ts'
import { exceptionsFile, type LintException, lintExceptionSchema } from '../model/lint-exception.ts'

/** Reads the reviewed exceptions; a catalog without any has no such file. */
export function readExceptions(contentDir: string): LintException[] {
  const file = join(contentDir, exceptionsFile)
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  let data: unknown
  try {
    data = load(text, { filename: file, maxAliases: 0, maxDepth: 4 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    throw new Fault(`${file}:${(error.mark?.line ?? 0) + 1}: ${error.reason}`, 'Mend the YAML.')
  }
  const checked = z.array(lintExceptionSchema).safeParse(data ?? [])
  if (!checked.success) {
    const lines = checked.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`)
    throw new Fault(`${file}: ${lines.join('; ')}`, 'Each entry has path, code and reason.')
  }
  const starts = text.split('\n').flatMap((line, index) => (/^\s*- /.test(line) ? [index + 1] : []))
  return checked.data.map((entry, index) => ({ ...entry, line: starts[index] ?? 1 }))
}
