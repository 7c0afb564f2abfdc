import { readFileSync } from 'node:fs'
import { load, YAMLException } from 'js-yaml'
import type * as z from 'zod'
import { Fault } from '../model/fault.ts'

/** A YAML file of the configuration, unchecked. */
export function readYaml(file: string): unknown {
  try {
    return load(readFileSync(file, 'utf8'), { filename: file, maxAliases: 0, maxDepth: 12 })
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const place = { file, line: (error.mark?.line ?? 0) + 1, column: (error.mark?.column ?? 0) + 1 }
    throw new Fault(`${file}:${place.line}: ${error.reason}`, 'Mend the YAML.', place)
  }
}

/** What a file of the configuration holds, in its shape; a fault that names every setting that does not fit. */
export function shaped<S extends z.ZodType>(file: string, data: unknown, schema: S): z.output<S> {
  const checked = schema.safeParse(data)
  if (checked.success) return checked.data
  const lines = checked.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`)
  throw new Fault(`${file}: ${lines.join('; ')}`, 'Mend the configuration.', { file, line: 1, column: 1 })
}
