import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Fault } from '../model/fault.ts'
import { compare } from '../model/problem.ts'
import { didYouMean } from '../model/text.ts'
import { packageTemplates } from './package-files.ts'

/** Text of each template, the stylesheet and the icon by file name; of the card the bytes in base64. */
export type TemplateFiles = Readonly<Record<string, string>>

/** The catalog's own templates: the folder that was named, else `templates/` beside the content. */
export const ownTemplates = (contentDir: string, named?: string): string =>
  named ?? resolve(contentDir, '..', 'templates')

/** The package's templates, file by file replaced by those of the catalog. */
export function readTemplates(contentDir: string, named?: string): TemplateFiles {
  const own = ownTemplates(contentDir, named)
  if (named !== undefined && !existsSync(named)) {
    throw new Fault(`No folder of templates at ${named}`, 'Name one with --templates DIR, or leave it out.')
  }
  const names = readdirSync(packageTemplates).filter(isTemplate).sort(compare)
  if (existsSync(own) && own !== resolve(packageTemplates)) refuseUnknown(own, names)
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(templateFile(name, own), encodingOf(name))]),
  )
}

/** The file that a template of this name is read from. */
export function templateFile(name: string, own: string): string {
  const replaced = join(own, name)
  return existsSync(replaced) ? replaced : join(packageTemplates, name)
}

const isTemplate = (name: string): boolean =>
  name.endsWith('.eta') || name === 'style.css' || name === 'icon.svg' || name === 'card.png'

const encodingOf = (name: string): 'base64' | 'utf8' => (name.endsWith('.png') ? 'base64' : 'utf8')

/** A misspelled file would never be used, and its writer would look for the reason elsewhere. */
function refuseUnknown(own: string, names: readonly string[]): void {
  for (const name of readdirSync(own).sort(compare)) {
    if (names.includes(name) || name.startsWith('.')) continue
    throw new Fault(
      `${join(own, name)} replaces no template${didYouMean(name, names)}`,
      `Templates are ${names.join(', ')}. Rename or remove the file, or name another folder with --templates DIR.`,
      { file: join(own, name), line: 1, column: 1 },
    )
  }
}
