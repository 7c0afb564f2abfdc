import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Fault } from '../model/fault.ts'
import type { Report } from './finding.ts'
import { hiddenCharacter } from './hidden-characters.ts'

/** A published folder as it lies on disk. */
export interface Folder {
  readonly dir: string
  /** Name of the one folder that holds `solutions.json`. */
  readonly site: string
  /** Regular files, relative, forward slashes, sorted. */
  readonly files: ReadonlySet<string>
}

/** Lists the folder. One that no build wrote is the user's to mend, so it is a fault and not a finding. */
export function openFolder(dir: string, report: Report): Folder {
  const root = resolve(dir)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Fault(`No folder at ${root}`, 'Build the catalog first, or name the folder it was built into.')
  }
  const sites = readdirSync(root).filter((name) => existsSync(join(root, name, 'solutions.json')))
  if (sites.length !== 1 || sites[0] === undefined) {
    throw new Fault(
      `${root} is no built catalog: ${sites.length} of its folders hold a solutions.json, expected one`,
      'Name the folder that `build` wrote, the one with robots.txt, and not the site’s folder in it.',
    )
  }
  return { dir: root, site: sites[0], files: new Set(list(root, '', report).sort()) }
}

function list(root: string, prefix: string, report: Report): string[] {
  return readdirSync(join(root, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name
    if (entry.isDirectory()) return list(root, `${path}/`, report)
    if (entry.isFile()) return [path]
    report('file/kind', path, 'Unexpected symbolic link or special file, expected a regular file')
    return []
  })
}

export const readBytes = (folder: Folder, path: string): Buffer => readFileSync(join(folder.dir, path))

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A file's text, proven to be UTF-8 with LF and nothing hidden; undefined when it cannot be decoded. */
export function decode(bytes: Buffer, path: string, report: Report): string | undefined {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    report('file/encoding', path, 'Unexpected bytes, expected UTF-8')
    return undefined
  }
  if (text.startsWith('\ufeff')) {
    report('file/encoding', path, 'Unexpected byte order mark, expected none')
    text = text.slice(1)
  }
  if (text.includes('\r')) {
    report('file/line-ends', path, 'Unexpected carriage return, expected LF line ends')
    text = text.replaceAll('\r', '')
  }
  proveVisible(text, path, report)
  return text
}

/** Also for text that was escaped in its file: references, JSON strings. */
export function proveVisible(text: string, path: string, report: Report): void {
  const hidden = hiddenCharacter(text)
  if (hidden)
    report('file/hidden-character', path, `Unexpected ${hidden}, expected only characters that can be seen`)
}
