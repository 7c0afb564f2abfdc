import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { exceptionsFile, type LintException, lintExceptionSchema } from '../model/site.ts'
import { readYaml, shaped } from './read-yaml.ts'

/** Reads the reviewed exceptions; a catalog without any has no such file. */
export function readExceptions(contentDir: string): LintException[] {
  const file = join(contentDir, exceptionsFile)
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const entries = shaped(file, readYaml(file) ?? [], z.array(lintExceptionSchema))
  const starts = text.split('\n').flatMap((line, index) => (/^\s*- /.test(line) ? [index + 1] : []))
  return entries.map((entry, index) => ({ ...entry, line: starts[index] ?? 1 }))
}
