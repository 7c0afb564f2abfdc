import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { SourceFile } from '../model/document.ts'
import { errorCode, Fault } from '../model/fault.ts'
import { reservedNames, slugLength, slugPattern } from '../model/fields.ts'
import { compare, type Problem, type ProblemCode } from '../model/problem.ts'
import { didYouMean } from '../model/text.ts'
import { categories, isCategory } from '../model/vocabulary.ts'

export const fileBytes = 64 * 1024

/**
 * Reads `solutions/` and `guides/` of a content folder, sorted by path. Anything other than a decodable Markdown file at a
 * valid path becomes a problem.
 */
export function readSources(contentDir: string): { sources: SourceFile[]; problems: Problem[] } {
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Fault(
      `No content folder at ${contentDir}`,
      'Run in the catalog’s root, or name the folder with --content DIR.',
    )
  }
  const entries = ['solutions', 'guides'].flatMap((folder) => entriesBelow(contentDir, folder))
  const sources: SourceFile[] = []
  const problems: Problem[] = strayFiles(contentDir)
  for (const { path, dirent } of entries.sort((a, b) => compare(a.path, b.path))) {
    if (dirent.isDirectory()) continue
    const { source, problem } = readFound(contentDir, path, dirent.isFile())
    if (source) sources.push(source)
    if (problem) problems.push(problem)
  }
  return { sources, problems }
}

/** Everything below a folder, with forward slashes. Not by glob, which skips names with a line break. */
function entriesBelow(contentDir: string, folder: string): { path: string; dirent: Dirent }[] {
  const dir = join(contentDir, folder)
  if (!existsSync(dir) || lstatSync(dir).isSymbolicLink()) return []
  try {
    return readdirSync(dir, { withFileTypes: true, recursive: true }).map((dirent) => ({
      path: relative(contentDir, join(dirent.parentPath, dirent.name)).replaceAll(sep, '/'),
      dirent,
    }))
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
  return readdirSync(contentDir, { withFileTypes: true }).flatMap(({ name }): Problem[] => {
    const isFolder = name === 'solutions' || name === 'guides'
    const isLinked = isFolder && lstatSync(join(contentDir, name)).isSymbolicLink()
    if (!isLinked && (isFolder || !name.endsWith('.md') || name === 'README.md')) return []
    return [
      {
        code: isLinked ? 'file/kind' : 'file/path',
        severity: 'error',
        path: printable(name),
        line: 1,
        column: 1,
        message: isLinked
          ? 'Unexpected symbolic link, expected a folder'
          : 'Unexpected place, expected `solutions/<category>/<slug>.md` or `guides/<name>.md`',
        hint: 'Move the file.',
      },
    ]
  })
}

/** What is at a path: a source, the reason why it can't be one, or nothing. */
export interface ReadSource {
  readonly source?: SourceFile
  readonly problem?: Problem
}

/** Reads a single path as `readSources` would. */
export function readSource(contentDir: string, path: string): ReadSource {
  const stat = lstatSync(join(contentDir, path), { throwIfNoEntry: false })
  return stat === undefined || stat.isDirectory() ? {} : readFound(contentDir, path, stat.isFile())
}

function readFound(contentDir: string, path: string, isFile: boolean): ReadSource {
  try {
    return readEntry(contentDir, path, isFile)
  } catch (error) {
    // Deleted after it was listed.
    if (errorCode(error) === 'ENOENT') return {}
    throw error
  }
}

function readEntry(contentDir: string, path: string, isFile: boolean): ReadSource {
  const refused = (code: ProblemCode, message: string, hint: string): ReadSource => ({
    problem: { code, severity: 'error', path: onOneLine(path), line: 1, column: 1, message, hint },
  })
  if (!isFile)
    return refused(
      'file/kind',
      'Unexpected symbolic link or special file, expected a regular file',
      'Replace it by the file itself.',
    )
  const misnamed = pathProblem(path)
  if (misnamed) return refused(...misnamed)
  const text = decode(join(contentDir, path))
  return typeof text === 'string' ? { source: { path, text } } : refused(...text)
}

type Refusal = [code: ProblemCode, message: string, hint: string]

/** Why a source file may not have this path, if so. */
export function pathProblem(path: string): Refusal | undefined {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const where = parts[0] === 'guides' ? 'guides/<name>.md' : 'solutions/<category>/<slug>.md'
  if (parts.length !== (parts[0] === 'guides' ? 2 : 3)) {
    return ['file/path', `Unexpected place, expected \`${where}\``, 'Move the file.']
  }
  const category = parts[1] ?? ''
  if (parts[0] === 'solutions' && !isCategory(category)) {
    return [
      'file/path',
      `Unexpected category \`${printable(category)}\`, expected one of the sixteen${didYouMean(category, categories)}`,
      `Move the file into one of: ${categories.join(', ')}.`,
    ]
  }
  if (!name.endsWith('.md'))
    return ['file/name', `Unexpected file, expected only \`.md\` files here`, 'Rename or remove it.']
  const slug = name.slice(0, -'.md'.length)
  if (!slugPattern.test(slug)) {
    return [
      'file/name',
      `Unexpected name \`${printable(slug)}\`, expected lower-case ASCII words and digits joined by single hyphens`,
      'Rename the file: its name becomes the address of the page.',
    ]
  }
  if (slug.length > slugLength) {
    return [
      'file/name',
      `Unexpected name of ${slug.length} characters, expected at most ${slugLength}`,
      'Shorten the file name.',
    ]
  }
  if (reservedNames.test(slug)) {
    return [
      'file/name',
      `Unexpected reserved name \`${slug}\``,
      'Choose a name made of the words that one would search for.',
    ]
  }
  return undefined
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The text with LF line endings and without a byte order mark, or why it can't be read. */
function decode(file: string): string | Refusal {
  const size = statSync(file).size
  if (size > fileBytes) {
    return [
      'file/size',
      `Unexpected size of ${size} bytes, expected at most ${fileBytes}`,
      'One error, one page: split it, or cut logs down to the lines that matter.',
    ]
  }
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw error
    return [
      'file/kind',
      `Unexpected file that can’t be read (${errorCode(error)}), expected a readable one`,
      'Make it readable.',
    ]
  }
  try {
    return decoder.decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    return ['file/encoding', 'Unexpected bytes, expected UTF-8', 'Save the file as UTF-8.']
  }
}

const onOneLine = (path: string): string => path.replace(/\p{Cc}/gu, printable)

/** File names are untrusted: control characters must not reach a terminal. */
const printable = (text: string): string =>
  text.replace(/[^\x20-\x7e]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`)
