import { statSync } from 'node:fs'
import { dirname, relative, sep } from 'node:path'
import { watch as chokidar } from 'chokidar'
import fastGlob from 'fast-glob'
import { ownTemplates, packageTemplates } from '../content/package-files.ts'
import { errorCode, Fault } from '../model/fault.ts'
import { type Change, type LiveCatalog, type LiveOptions, openCatalog } from '../pipeline/live-catalog.ts'

export interface Followed {
  readonly live: LiveCatalog
  readonly close: () => Promise<void>
}

/**
 * A live catalog that follows every save. `onChange` gets the time at which the update started. Watching starts before
 * the first reading, so that no change in between is missed.
 */
export async function follow(
  content: string,
  options: LiveOptions,
  onChange: (change: Change, started: number) => void,
): Promise<Followed> {
  let live: LiveCatalog | undefined
  const early: Parameters<LiveCatalog['look']>[] = []
  const update: OnTouched = (...touched) => {
    const started = performance.now()
    if (live === undefined) return void early.push(touched)
    const change = live.look(...touched)
    if (change) onChange(change, started)
  }
  const watcher = await watch(content, options.templates, update)
  try {
    live = await openCatalog(content, options)
  } catch (error) {
    await watcher.close()
    throw error
  }
  // Files that were saved while the catalog was loaded.
  for (const touched of early) live.look(...touched)
  return { live, close: watcher.close }
}

/** Told what may have changed: source files relative to the content folder, and whether configuration did. */
type OnTouched = (paths: readonly string[], config: boolean) => void

/** Milliseconds to debounce: editors write a file in several steps. */
const gather = 10
/**
 * Every changed file is read again after so many milliseconds: the watcher drops events that come close together, and
 * a missing file may be about to return (editors save by renaming), so its page must not vanish before this.
 */
const settle = 120

/** Swap, backup and lock files of editors, and the file with which vim tests a folder. */
const editorFile = /(^|\/)(\.[^/]*|#[^/]*#|4913|[^/]*~|[^/]*\.(sw[a-z]|tmp|bak))$/

/** Reports changed files of the content folder, the templates or the stylesheet. */
async function watch(
  content: string,
  templates: string | undefined,
  onTouched: OnTouched,
): Promise<Pick<Followed, 'close'>> {
  const roots = [content, ownTemplates(content, templates), packageTemplates]
  // The folder around the content too, because its own templates may be added later.
  const around = dirname(content)
  const watcher = chokidar([around, ...roots.slice(1)], {
    ignoreInitial: true,
    // Its own debouncing takes longer than ours.
    atomic: false,
    followSymlinks: false,
    ignored: (path) =>
      path !== around &&
      (!roots.some((root) => path === root || path.startsWith(root + sep)) ||
        editorFile.test(relative(content, path).replaceAll(sep, '/'))),
  })
  let closed = false
  let batch = new Set<string>()
  watcher.on('all', (event, path) => {
    if (batch.size === 0) setTimeout(deliver, gather)
    batch.add(path)
    // The watcher misses files that are written while it starts to watch their new folder.
    if (event === 'addDir') setTimeout(() => report(filesBelow(path)), settle)
  })
  function deliver(): void {
    const files = [...batch]
    batch = new Set()
    report(files.filter(isWritten))
    setTimeout(report, settle, files)
  }
  function report(files: readonly string[]): void {
    const paths = files.map((file) => relative(content, file).replaceAll(sep, '/'))
    const sources = paths.filter((path) => /^(solutions|guides)\//.test(path))
    if (paths.length > 0 && !closed) onTouched(sources, sources.length < paths.length)
  }

  await new Promise<void>((done, fail) => {
    watcher.once('ready', done)
    watcher.on('error', (error) => fail(watchFault(error)))
  })
  return {
    close: async () => {
      closed = true
      await watcher.close()
    },
  }
}

/** While a file is being saved it may be missing or empty; if it stays so, the second reading sees it. */
const isWritten = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

const filesBelow = (folder: string): string[] =>
  fastGlob
    .sync('**', { cwd: folder, absolute: true, followSymbolicLinks: false })
    .filter((file) => !editorFile.test(file))

function watchFault(error: unknown): unknown {
  return ['ENOSPC', 'EMFILE'].includes(errorCode(error))
    ? new Fault(
        'The limit of watched files is reached',
        'Raise fs.inotify.max_user_watches (Linux) or the number of open files.',
      )
    : error
}
