import { emitOnDemand } from '../emit/emit-on-demand.ts'
import type { Problem } from '../model/problem.ts'
import { homePath } from '../model/site.ts'
import { configProblem } from '../pipeline/config-problem.ts'
import type { Change, LiveOptions, Snapshot } from '../pipeline/live-catalog.ts'
import { addressOf, sourceAt } from './addresses.ts'
import { follow } from './follow.ts'
import { locate, notMade } from './locate.ts'
import { previewServer } from './preview-server.ts'
import { problemsFor } from './shown-problems.ts'
import type { Viewer } from './viewers.ts'

export interface PreviewOptions extends LiveOptions {
  readonly content: string
  readonly port?: number | undefined
  /** Called when a change was taken in and everyone who looks has been told; `milliseconds` is what the pages took. */
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
  const viewers = new Set<Viewer>()
  const { live, close } = await follow(content, options, takeIn)
  let { site, catalog } = live.snapshot()
  let published = emitOnDemand(catalog, site)

  /** Sends a browser the page if it shows another state of it; gives the problem that keeps the page from being made. */
  function show(viewer: Viewer): Problem[] {
    try {
      viewer.show(locate(viewer.at, published).file.body)
      return []
    } catch (error) {
      return [configProblem(error, content, options.templates)]
    }
  }
  function warn(viewer: Viewer, unmade: readonly Problem[], saved: readonly string[]): void {
    const problems = [...unmade, ...live.snapshot().problems()]
    viewer.warn(problemsFor(sourceAt(viewer.at, site), problems, saved, content))
  }

  const server = await previewServer({
    port,
    home: () => homePath(site),
    fileAt: (pathname) => {
      try {
        return locate(pathname, published)
      } catch {
        // Its viewer is told why as soon as it listens.
        return notMade
      }
    },
    onViewer: (viewer) => {
      viewers.add(viewer)
      warn(viewer, show(viewer), [])
      return () => viewers.delete(viewer)
    },
  }).catch(async (error: unknown) => {
    await close()
    throw error
  })

  function takeIn(change: Change, started: number): void {
    ;({ site, catalog } = live.snapshot())
    published = emitOnDemand(catalog, site)
    const told = [...viewers].flatMap((viewer) => {
      const to = addressOf(change.moved.get(sourceAt(viewer.at, site) ?? '') ?? '', site)
      if (to === undefined) return [{ viewer, unmade: show(viewer) }]
      viewer.lead(to)
      return []
    })
    const milliseconds = performance.now() - started
    // Only a turn of the event loop sends the pages; looking for problems would keep them waiting.
    setImmediate(() => {
      for (const { viewer, unmade } of told) if (viewers.has(viewer)) warn(viewer, unmade, change.paths)
      onChange(change, live.snapshot(), milliseconds)
    })
  }

  return {
    address: server.origin + homePath(site),
    snapshot: live.snapshot(),
    close: async () => {
      await close()
      await server.close()
    },
  }
}
