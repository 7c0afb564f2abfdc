import { createTwoFilesPatch } from 'diff'
import { gitIn } from '../content/git.ts'
import { Fault } from '../model/fault.ts'

export interface ChangedFile {
  /** Relative to the content folder, or to the repository's root for a file outside of it. */
  readonly path: string
  readonly change: 'added' | 'changed' | 'removed' | 'moved'
  readonly from?: string
}

export interface ChangedFiles {
  /** The commit under review. */
  readonly commit: string
  readonly content: readonly ChangedFile[]
  readonly others: readonly string[]
  /** Text of a content file before the change; empty if there was none. */
  readonly before: (path: string) => string
}

/** The files that changed since the branch left `base`, uncommitted ones included. */
export function changedFiles(contentDir: string, base: string): ChangedFiles {
  const git = gitIn(contentDir)
  const line = (...args: string[]) => git(...args).trim()
  let fork: string
  try {
    // A name may look like a flag.
    fork = line('merge-base', '--end-of-options', base, 'HEAD')
  } catch {
    throw new Fault(
      `No history from \`${base}\` to here`,
      'Run it in a clone that has both, and name the branch with --base; a shallow clone needs `git fetch --unshallow`.',
    )
  }
  const prefix = line('rev-parse', '--show-prefix')
  const listed = parseStatus(git('diff', '--name-status', '-z', '-M', '--no-relative', fork))
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z', '--full-name', ':/')
    .split('\0')
    .filter(Boolean)
    .map((path): ChangedFile => ({ path, change: 'added' }))
  const sourceFile = (path = ''): string | undefined =>
    /^(?:solutions|guides)\//.test(path.slice(prefix.length)) && path.startsWith(prefix)
      ? path.slice(prefix.length)
      : undefined
  const all = [...listed, ...untracked]
  return {
    commit: line('rev-parse', 'HEAD'),
    content: all.flatMap((file): ChangedFile[] => {
      const [path, from] = [sourceFile(file.path), sourceFile(file.from)]
      if (path === undefined) return []
      if (file.change !== 'moved') return [{ path, change: file.change }]
      return [from === undefined ? { path, change: 'added' } : { path, change: 'moved', from }]
    }),
    others: all.map(({ path }) => path).filter((path) => sourceFile(path) === undefined),
    before: (path) => {
      try {
        return git('show', `${fork}:${prefix}${path}`).replaceAll('\r\n', '\n')
      } catch {
        return ''
      }
    },
  }
}

/** `git diff --name-status -z`: a letter, then one path, or two for a file that moved. */
function parseStatus(text: string): ChangedFile[] {
  const fields = text.split('\0')
  const found: ChangedFile[] = []
  for (let at = 0; fields[at]; ) {
    const letter = fields[at]?.charAt(0)
    const path = fields[at + 1] ?? ''
    if (letter === 'R') found.push({ path: fields[at + 2] ?? '', change: 'moved', from: path })
    else found.push({ path, change: letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed' })
    at += letter === 'R' ? 3 : 2
  }
  return found
}

/** Unified diff of two texts, without the lines that name files. */
export function textDiff(before: string, after: string): string {
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, { context: 3 })
  return patch.slice(patch.indexOf('@@'))
}
