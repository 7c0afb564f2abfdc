import { execFileSync } from 'node:child_process'
import { type FileEvent, type History, noHistory } from '../model/catalog.ts'
import { errorCode } from '../model/fault.ts'

/** A log line is some 80 bytes, so this is enough for a million changes. */
const mostBytes = 100_000_000

/** Runs git in a folder and returns its output; throws when git fails: not installed, no repository, no commit. */
export const gitIn =
  (dir: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-C', dir, ...args], {
      encoding: 'utf8',
      maxBuffer: mostBytes,
      stdio: ['ignore', 'pipe', 'ignore'],
    })

const log =
  '-c log.diffMerges=separate log --first-parent -m --no-renames --name-status -z --relative --no-color --no-show-signature'

/**
 * What the commits did to the content, in one call of git, whatever the user's settings and the work tree: paths are not
 * quoted, and a rename is a deletion and an addition (the aliases tell which belong together), so that a partial clone
 * need not fetch the files. A merge counts as one change on its day, because that is when readers get it.
 */
export function readHistory(contentDir: string): History {
  const git = gitIn(contentDir)
  try {
    // The oldest commits of a shallow clone seem to add every file.
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return noHistory('shallow')
  } catch {
    return noHistory('repository')
  }
  try {
    return parseLog(git(...log.split(' '), '--format=%x01%ct', '--', '.'))
  } catch (error) {
    return noHistory(errorCode(error) === 'ENOBUFS' ? 'too-long' : 'commits')
  }
}

/** The log is fields that end in NUL: for each commit a mark with its time, then a letter and a path for each file. */
function parseLog(text: string): History {
  const fields = text.split('\0')
  const files: Record<string, FileEvent[]> = {}
  const times: number[] = []
  for (let at = 0; at + 1 < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field.startsWith('\x01')) {
      times.push(Number(field.slice(1)))
      continue
    }
    const id = /^solutions\/([a-z0-9-]+\/[a-z0-9-]+)\.md$/.exec(fields[++at] ?? '')?.[1]
    if (id === undefined) continue
    const letter = field.trim()
    const kind = letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed'
    files[id] ??= []
    files[id].push({ kind, commit: times.length - 1, time: times.at(-1) ?? 0 })
  }
  return times.length === 0 ? noHistory('commits') : { newest: times.reduce((a, b) => Math.max(a, b)), files }
}
