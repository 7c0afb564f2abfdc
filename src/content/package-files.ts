import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastGlob from 'fast-glob'
import { Fault } from '../model/fault.ts'
import { compare } from '../model/problem.ts'
import { pictures } from '../model/site.ts'
import { didYouMean } from '../model/text.ts'

const inPackage = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The root of the installed package, or of the clone. */
export const packageRoot = inPackage('.')
/** In a package: the configuration, the labels and an example. */
export const packageContent = inPackage('content')
/** Page templates, the stylesheet, the icon, and the browser's side of the preview. */
export const packageTemplates = inPackage('templates')
/** The words that the generator puts on pages, by language. */
export const packageLabels = inPackage('content/labels')
/** A file that `npm run prepare` bundles. */
export const packageBundle = (name: string): string => inPackage(`lib/${name}`)

/** The folder of the catalog's own templates: the one that was named, else `templates/` beside the content. */
export const ownTemplates = (contentDir: string, named?: string): string =>
  named ?? resolve(contentDir, '..', 'templates')

/**
 * Reads the package's templates, each replaced by the catalog's own file of that name: text of each template, the
 * stylesheet and the icon by file name; of pictures the bytes in base64.
 */
export function readTemplates(contentDir: string, named?: string): Readonly<Record<string, string>> {
  const own = ownTemplates(contentDir, named)
  if (named !== undefined && !existsSync(named)) {
    throw new Fault(`No template folder at ${named}`, 'Name one with --templates DIR, or leave it out.')
  }
  const replaceable = ['*.eta', 'style.css', 'icon.svg', ...pictures]
  const names = fastGlob.sync(replaceable, { cwd: packageTemplates }).sort(compare)
  if (own !== resolve(packageTemplates)) refuseUnknown(own, names)
  const encodingOf = (name: string) => (/\.(?:png|ico)$/.test(name) ? 'base64' : 'utf8')
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(templateFile(name, own), encodingOf(name))]),
  )
}

/** The file that a template of this name is read from. */
export function templateFile(name: string, own: string): string {
  const replaced = join(own, name)
  return existsSync(replaced) ? replaced : join(packageTemplates, name)
}

/** A misspelled file would silently have no effect. */
function refuseUnknown(own: string, names: readonly string[]): void {
  for (const name of fastGlob.sync('*', { cwd: own, onlyFiles: false }).sort(compare)) {
    // A copy of the program's own folder is fine: its `catalog` is what `init` writes.
    if (names.includes(name) || existsSync(join(packageTemplates, name))) continue
    throw new Fault(
      `${join(own, name)} replaces no template${didYouMean(name, names)}`,
      `Templates are ${names.join(', ')}. Rename or remove the file, or name another folder with --templates DIR.`,
      { file: join(own, name), line: 1, column: 1 },
    )
  }
}
