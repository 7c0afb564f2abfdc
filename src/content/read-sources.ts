import { existsSync, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { SourceFile } from '../model/document.ts'
import { errorCode, Fault } from '../model/fault.ts'
import { reservedNames, slugLength, slugPattern } from '../model/fields.ts'
import { compare, type Problem, type ProblemCode, severityOf, startOfFile } from '../model/problem.ts'
import { didYouMean } from '../model/text.ts'
import { categories, isCategory } from '../model/vocabulary.ts'

const fileBytes = 64 * 1024

/**
 * Reads `solutions/` and `guides/` of a content folder, sorted by path. Anything other than a decodable Markdown file at a
 * valid path becomes a problem.
 */
export function readSources(contentDir: string): { sources: SourceFile[]; problems: Problem[] } {
  requireContent(contentDir)
  const paths = ['solutions', 'guides'].flatMap((folder) => pathsBelow(contentDir, folder))
  const read = paths.sort(compare).map((path) => readSource(contentDir, path))
  return {
    sources: read.flatMap(({ source }) => source ?? []),
    problems: [...strayFiles(contentDir), ...read.flatMap(({ problem }) => problem ?? [])],
  }
}

/** Throws a `Fault` if there is no content folder. */
export function requireContent(dir: string): void {
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory()) return
  throw new Fault(
    `No content folder at ${dir}`,
    'Run in the catalog’s root, or name the folder with --content DIR.',
  )
}

/** Everything below a folder, with forward slashes. Not by glob, which skips names with a line break. */
function pathsBelow(contentDir: string, folder: string): string[] {
  const dir = join(contentDir, folder)
  if (!existsSync(dir) || lstatSync(dir).isSymbolicLink()) return []
  try {
    // With types, because without them it follows symbolic links.
    return readdirSync(dir, { withFileTypes: true, recursive: true }).map(({ parentPath, name }) =>
      relative(contentDir, join(parentPath, name)).replaceAll(sep, '/'),
    )
  } catch (error) {
    const { path = dir } = error as NodeJS.ErrnoException
    throw new Fault(
      `Can’t read the folder ${path}: ${errorCode(error)}`,
      'Make it readable, or move it away.',
    )
  }
}

/** Reports pages outside the two folders, which would silently be ignored. */
function strayFiles(contentDir: string): Problem[] {
  return readdirSync(contentDir, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry
    if (name === 'solutions' || name === 'guides') {
      const message = 'Unexpected symbolic link, expected a folder'
      return entry.isSymbolicLink() ? problemOf(name, ['file/kind', message, 'Move the file.']) : []
    }
    if (!name.endsWith('.md') || name === 'README.md') return []
    const message = 'Unexpected place, expected `solutions/<category>/<slug>.md` or `guides/<name>.md`'
    return problemOf(name, ['file/path', message, 'Move the file.'])
  })
}

type Refusal = [code: ProblemCode, message: string, hint: string]

function problemOf(path: string, [code, message, hint]: Refusal): Problem {
  const shown = path.replace(/\p{Cc}/gu, printable)
  return { code, severity: severityOf(code), path: shown, ...startOfFile, message, hint }
}

/** What is at a path: a source, the reason why it can't be one, or nothing. */
export interface ReadSource {
  readonly source?: SourceFile
  readonly problem?: Problem
}

/** Reads a single path as `readSources` does. */
export function readSource(contentDir: string, path: string): ReadSource {
  const file = join(contentDir, path)
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || stats.isDirectory()) return {}
  const read = statsProblem(stats) ?? pathProblem(path) ?? decode(file)
  if (read === undefined) return {}
  return typeof read === 'string' ? { source: { path, text: read } } : { problem: problemOf(path, read) }
}

function statsProblem(stats: Stats): Refusal | undefined {
  if (!stats.isFile()) {
    const message = 'Unexpected symbolic link or special file, expected a regular file'
    return ['file/kind', message, 'Replace it by the file itself.']
  }
  if (stats.size <= fileBytes) return undefined
  const message = `Unexpected size of ${stats.size} bytes, expected at most ${fileBytes}`
  return ['file/size', message, 'One error, one page: split it, or cut logs down to the lines that matter.']
}

/** Why a source file may not have this path, if so. */
export function pathProblem(path: string): Refusal | undefined {
  const [folder, ...parts] = path.split('/')
  const name = parts.at(-1) ?? ''
  const isGuide = folder === 'guides'
  const where = isGuide ? 'guides/<name>.md' : 'solutions/<category>/<slug>.md'
  const [category = ''] = parts
  const slug = name.slice(0, -'.md'.length)
  if (parts.length !== (isGuide ? 1 : 2))
    return ['file/path', `Unexpected place, expected \`${where}\``, 'Move the file.']
  if (!isGuide && !isCategory(category)) {
    const message = `Unexpected category \`${printable(category)}\`, expected one of the sixteen`
    const hint = `Move the file into one of: ${categories.join(', ')}.`
    return ['file/path', message + didYouMean(category, categories), hint]
  }
  const misnamed = (found: string, hint: string): Refusal => ['file/name', `Unexpected ${found}`, hint]
  if (!name.endsWith('.md')) return misnamed('file, expected only `.md` files here', 'Rename or remove it.')
  if (!slugPattern.test(slug))
    return misnamed(
      `name \`${printable(slug)}\`, expected lower-case ASCII words and digits joined by single hyphens`,
      'Rename the file: its name becomes the address of the page.',
    )
  if (slug.length > slugLength)
    return misnamed(
      `name of ${slug.length} characters, expected at most ${slugLength}`,
      'Shorten the file name.',
    )
  if (reservedNames.test(slug))
    return misnamed(`reserved name \`${slug}\``, 'Choose a name made of the words that one would search for.')
  return undefined
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text with LF line endings and without a byte order mark, or why it can't be read; undefined if it was just deleted. */
function decode(file: string): string | Refusal | undefined {
  try {
    return decoder.decode(readFileSync(file)).replaceAll('\r\n', '\n')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT') return undefined
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return ['file/encoding', 'Unexpected bytes, expected UTF-8', 'Save the file as UTF-8.']
    const message = `Unexpected file that can’t be read (${code}), expected a readable one`
    return ['file/kind', message, 'Make it readable.']
  }
}

/** File names are untrusted: control characters must not reach a terminal. */
const printable = (text: string): string =>
  text.replace(/[^\x20-\x7e]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`)
