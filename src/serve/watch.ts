import { statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { watch as chokidar } from 'chokidar'
import { ownTemplates, packageTemplates } from '../content/package-files.ts'
import { Fault } from '../model/fault.ts'

/** What may have changed: source files relative to the content folder, and whether the configuration is among it. */
export interface Touched {
  readonly paths: readonly string[]
  readonly config: boolean
}

/** Editors write a file in several steps: this long after the first of them the rest is there too. */
const gather = 10
/**
 * Every touched file is looked at once more: the watcher leaves out events that come close together, and a file that
 * is gone may be on its way back (editors save by renaming), so that its page must not vanish before this.
 */
const settle = 120

/** Swap, backup and lock files of editors, and the file with which vim tries a folder out. */
const editorFile = /(^|\/)(\.[^/]*|#[^/]*#|4913|[^/]*~|[^/]*\.(sw[a-z]|tmp|bak))$/

/** Tells when files of the content folder, the templates or the stylesheet have changed. */
export async function watch(
  content: string,
  templates: string | undefined,
  onTouched: (touched: Touched) => void,
): Promise<{ close: () => Promise<void> }> {
  const roots = [content, ownTemplates(content, templates), packageTemplates]
  // The folder around the content too: templates of its own may come later.
  const around = dirname(content)
  const watcher = chokidar([around, ...roots.slice(1)], {
    ignoreInitial: true,
    // Its own waiting for editors takes longer than ours.
    atomic: false,
    followSymlinks: false,
    ignored: (path) =>
      path !== around &&
      (!roots.some((root) => path === root || path.startsWith(root + sep)) ||
        editorFile.test(relative(content, path).replaceAll(sep, '/'))),
  })
  const timers = new Set<NodeJS.Timeout>()
  const later = (milliseconds: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, milliseconds)
    timers.add(timer)
  }

  let batch = new Set<string>()
  watcher.on('all', (_, path) => {
    if (batch.size === 0) later(gather, deliver)
    batch.add(path)
  })
  function deliver(): void {
    const files = [...batch]
    batch = new Set()
    tell(files.filter(isWritten))
    later(settle, () => tell(files))
  }
  function tell(files: readonly string[]): void {
    const paths = files.map((file) => relative(content, file).replaceAll(sep, '/'))
    const sources = paths.filter((path) => /^(solutions|guides)\//.test(path))
    if (paths.length > 0) onTouched({ paths: sources, config: sources.length < paths.length })
  }

  await new Promise<void>((done, fail) => {
    watcher.once('ready', done)
    watcher.on('error', (error) => fail(watchFault(error)))
  })
  return {
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await watcher.close()
    },
  }
}

/** Gone or empty is how a file looks in the middle of being saved; if it stays so, the second look sees that too. */
const isWritten = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

function watchFault(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EMFILE'
    ? new Fault(
        'The system watches no more files for this user',
        'Raise fs.inotify.max_user_watches (Linux) or the number of open files.',
      )
    : error
}
