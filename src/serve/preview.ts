import { configProblem } from '../build/config-problem.ts'
import { type Change, openCatalog, type Snapshot } from '../build/live-catalog.ts'
import type { Overrides } from '../content/read-config.ts'
import { emitOnDemand } from '../emit/emit-on-demand.ts'
import { homePath } from '../model/site.ts'
import { addressOf, sourceAt } from './addresses.ts'
import { locate, unmade } from './locate.ts'
import { previewServer } from './preview-server.ts'
import { problemsFor } from './shown-problems.ts'
import type { Viewer } from './viewers.ts'
import { watch } from './watch.ts'

export interface PreviewOptions extends Overrides {
  readonly content: string
  readonly port?: number | undefined
  readonly epoch?: string | undefined
  /** Called when a change was taken in and everyone who looks has been told; `milliseconds` is what that took. */
  readonly onChange: (change: Change, snapshot: Snapshot, milliseconds: number) => void
}

export interface Preview {
  readonly address: string
  /** The state at the start. */
  readonly snapshot: Snapshot
  readonly close: () => Promise<void>
}

/** The catalog in memory, on loopback: each save is taken in, and who looks at a page that it changed sees the change. */
export async function preview({ content, port, onChange, ...options }: PreviewOptions): Promise<Preview> {
  const live = openCatalog(content, options)
  const viewers = new Set<Viewer>()
  let { site, catalog } = live.snapshot()
  let published = emitOnDemand(catalog, site)

  /** Tells a browser what it does not have yet: the page if it differs, and the problems that concern it. */
  function tell(viewer: Viewer, saved: readonly string[]): void {
    const { problems } = live.snapshot()
    const source = sourceAt(viewer.at, site)
    try {
      viewer.show(locate(viewer.at, published).file.body)
      viewer.warn(problemsFor(source, problems, saved, content))
    } catch (error) {
      viewer.warn(problemsFor(source, [configProblem(error, content), ...problems], saved, content))
    }
  }

  const server = await previewServer({
    port,
    home: () => homePath(site),
    fileAt: (pathname) => {
      try {
        return locate(pathname, published)
      } catch {
        // Its viewer is told why as soon as it listens.
        return unmade
      }
    },
    onViewer: (viewer) => {
      viewers.add(viewer)
      tell(viewer, [])
      return () => viewers.delete(viewer)
    },
  })

  const watcher = await watch(content, ({ paths, config }) => {
    const started = performance.now()
    const change = live.look(paths, config)
    if (change === undefined) return
    ;({ site, catalog } = live.snapshot())
    published = emitOnDemand(catalog, site)
    for (const viewer of viewers) {
      const to = addressOf(change.moved.get(sourceAt(viewer.at, site) ?? '') ?? '', site)
      if (to === undefined) tell(viewer, change.paths)
      else viewer.lead(to)
    }
    onChange(change, live.snapshot(), performance.now() - started)
  })

  return {
    address: server.origin + homePath(site),
    snapshot: live.snapshot(),
    close: async () => {
      await watcher.close()
      await server.close()
    },
  }
}
