import { readFileSync } from 'node:fs'
import { load, YAMLException } from 'js-yaml'
import type * as z from 'zod'
import { Fault } from '../model/fault.ts'

/** Reads a file of the configuration; throws a `Fault` with its place where the YAML or its shape is wrong. */
export function readYaml<S extends z.ZodType>(file: string, schema: S, replaced?: object): z.output<S> {
  let data: unknown
  try {
    data = load(readFileSync(file, 'utf8'), { filename: file, maxAliases: 0, maxDepth: 8 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const place = { file, line: (error.mark?.line ?? 0) + 1, column: (error.mark?.column ?? 0) + 1 }
    throw new Fault(`${file}:${place.line}: ${error.reason}`, 'Mend the YAML.', place)
  }
  const checked = schema.safeParse(replaced ? { ...(data as object), ...replaced } : data)
  if (checked.success) return checked.data
  const lines = checked.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`)
  throw new Fault(`${file}: ${lines.join('; ')}`, 'Mend the configuration.', { file, line: 1, column: 1 })
}
