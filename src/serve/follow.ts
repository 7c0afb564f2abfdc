import { type Change, type LiveCatalog, type LiveOptions, openCatalog } from '../pipeline/live-catalog.ts'
import { watch } from './watch.ts'

export interface Followed {
  readonly live: LiveCatalog
  readonly close: () => Promise<void>
}

/**
 * A live catalog that is told of every save; `onChange` is called after it took one in, with the time at which it
 * began to. The watch begins before the first reading, so that nothing is missed in between.
 */
export async function follow(
  content: string,
  options: LiveOptions,
  onChange: (change: Change, started: number) => void,
): Promise<Followed> {
  let live: LiveCatalog | undefined
  const watcher = await watch(content, options.templates, ({ paths, config }) => {
    const started = performance.now()
    const change = live?.look(paths, config)
    if (change) onChange(change, started)
  })
  try {
    live = openCatalog(content, options)
  } catch (error) {
    await watcher.close()
    throw error
  }
  return { live, close: watcher.close }
}
