import { join, relative, sep } from 'node:path'
import { ownTemplates, templateFile } from '../content/package-files.ts'
import { Fault } from '../model/fault.ts'
import type { Problem } from '../model/problem.ts'

/**
 * A fault of the configuration or a template, told like a problem of the content: a command that goes on running
 * shows it and waits until it is fixed.
 */
export function configProblem(error: unknown, content: string, templates?: string): Problem {
  const message = error instanceof Error ? error.message : String(error)
  const fault = error instanceof Fault ? error : undefined
  const template = /^templates\/([a-z-]+\.eta): /.exec(message)?.[1]
  const file =
    fault?.place?.file ??
    (template === undefined
      ? join(content, 'site.yaml')
      : templateFile(template, ownTemplates(content, templates)))
  return {
    code: 'site/config',
    severity: 'error',
    path: relative(content, file).replaceAll(sep, '/'),
    line: fault?.place?.line ?? 1,
    column: fault?.place?.column ?? 1,
    message,
    hint: fault?.hint ?? 'Mend the template or the configuration; the last good one is shown until then.',
  }
}
