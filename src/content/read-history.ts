import { type FileEvent, type History, noHistory } from '../model/catalog.ts'
import { gitIn } from './git.ts'

const log =
  '-c log.diffMerges=separate log --first-parent -m --no-renames --name-status -z --relative --no-color --no-show-signature'

/**
 * What the commits did to the content, in one call of git. The work tree has no say, and no setting of the user has:
 * paths are not quoted, and a rename is an end and a beginning (the aliases tell which belong together), which also
 * spares a partial clone the files. A merge counts as one change on its day, because that is when readers get it.
 *
 * A preview reads the newest commit alone: at ten thousand files the whole past takes a second.
 */
export function readHistory(contentDir: string, { preview = false } = {}): History {
  const git = gitIn(contentDir)
  try {
    // The oldest commits of a shallow clone seem to add every file.
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return noHistory('shallow')
  } catch {
    return noHistory('repository')
  }
  try {
    const limits = preview ? ['-1'] : []
    const history = parseLog(git(...log.split(' '), '--format=%x01%ct', ...limits, '--', '.'))
    return preview ? { ...history, missing: 'preview', files: {} } : history
  } catch (error) {
    return noHistory(
      error instanceof Error && 'code' in error && error.code === 'ENOBUFS' ? 'too-long' : 'commits',
    )
  }
}

/** Fields that end in NUL: of each commit a mark with its time, then a letter and a path for each file. */
function parseLog(text: string): History {
  const fields = text.split('\0')
  const files: Record<string, FileEvent[]> = {}
  let commit = -1
  let time = 0
  let newest: number | undefined
  for (let at = 0; at + 1 < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field.startsWith('\x01')) {
      commit++
      time = Number(field.slice(1))
      newest = Math.max(newest ?? time, time)
      continue
    }
    const id = /^solutions\/([a-z0-9-]+\/[a-z0-9-]+)\.md$/.exec(fields[++at] ?? '')?.[1]
    if (id === undefined) continue
    const letter = field.trim()
    const kind = letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed'
    const events = files[id]
    if (events) events.push({ kind, commit, time })
    else files[id] = [{ kind, commit, time }]
  }
  return newest === undefined ? noHistory('commits') : { newest, files }
}
