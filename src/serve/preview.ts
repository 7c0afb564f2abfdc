import { emitOnDemand } from '../emit/emit.ts'
import type { Output } from '../emit/output.ts'
import type { Problem } from '../model/problem.ts'
import { homePath, type Site, sitePath } from '../model/site.ts'
import { type Change, configProblem, type LiveOptions, type Snapshot } from '../pipeline/live-catalog.ts'
import { type Located, type PreviewSite, previewServer, type Viewer } from './preview-server.ts'
import { problemsFor } from './shown-problems.ts'
import { follow } from './watch.ts'

export interface PreviewOptions extends LiveOptions {
  readonly content: string
  readonly port?: number | undefined
  /** Called when every open page was updated; `milliseconds` is the time until then. */
  readonly onChange: (change: Change, snapshot: Snapshot, milliseconds: number) => void
}

export interface Preview {
  readonly address: string
  /** The state at the start. */
  readonly snapshot: Snapshot
  readonly close: () => Promise<void>
}

/** Serves the catalog from memory on loopback, and updates open pages on every save. */
export async function preview({ content, port, onChange, ...options }: PreviewOptions): Promise<Preview> {
  const viewers = new Set<Viewer>()
  const { live, close } = await follow(content, options, update)
  let { site, catalog } = live.snapshot
  let published = emitOnDemand(catalog, site)

  /** Sends a browser its page; returns the problem if the page can't be made. */
  function show(viewer: Viewer): Problem[] {
    try {
      viewer.show(locate(viewer.at, published).file.body)
      return []
    } catch (error) {
      return [configProblem(error, content, options.templates)]
    }
  }
  function warn(viewer: Viewer, failures: readonly Problem[], saved: readonly string[]): void {
    const problems = [...failures, ...live.snapshot.problems()]
    viewer.warn(problemsFor(sourceAt(viewer.at, site), problems, saved, content))
  }

  const served: PreviewSite = {
    home: () => homePath(site),
    fileAt: (pathname) => {
      try {
        return locate(pathname, published)
      } catch {
        // The problem is sent when the page connects.
        return failedPage
      }
    },
    onViewer: (viewer) => {
      viewers.add(viewer)
      warn(viewer, show(viewer), [])
      return () => viewers.delete(viewer)
    },
  }
  const server = await previewServer(served, port).catch(async (error: unknown) => {
    await close()
    throw error
  })

  function update(change: Change, started: number): void {
    ;({ site, catalog } = live.snapshot)
    published = emitOnDemand(catalog, site)
    const updated = [...viewers].flatMap((viewer) => {
      const to = change.moved.get(sourceAt(viewer.at, site) ?? '')
      if (to === undefined) return [{ viewer, failures: show(viewer) }]
      viewer.lead(sitePath(site, to.replace(/^guides/, 'guide').replace(/\.md$/, '')))
      return []
    })
    const milliseconds = performance.now() - started
    // The pages are sent when the event loop turns; looking for problems first would delay them.
    setImmediate(() => {
      for (const { viewer, failures } of updated)
        if (viewers.has(viewer)) warn(viewer, failures, change.paths)
      onChange(change, live.snapshot, milliseconds)
    })
  }

  return {
    address: server.origin + homePath(site),
    snapshot: live.snapshot,
    close: async () => {
      await close()
      await server.close()
    },
  }
}

/** The published file that a host sends for an address, else the 404 page. */
function locate(pathname: string, published: (path: string) => Output | undefined): Located {
  const path = decoded(pathname).replace(/^\//, '').replace(/\/$/, '')
  const isFile = /\.[^/.]*$/.test(path)
  const file = (isFile ? undefined : published(`${path}/index.html`)) ?? published(path)
  return file ? { status: 200, file } : { status: 404, file: published('404.html') as Output }
}

/** Sent instead of a page whose template fails: it shows the problem, and becomes the page once that is fixed. */
const failedPage: Located = {
  status: 500,
  file: {
    path: '500.html',
    body: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Not made</title>\n</head>\n<body></body>\n</html>\n',
  },
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    // Malformed, so it is not found.
    return pathname
  }
}

/** Path of the source file for the page at an address, whether or not it exists. */
function sourceAt(pathname: string, site: Site): string | undefined {
  const [, name, folder = '', id] =
    /^\/([^/]+)\/(solutions\/[^/]+|guide)\/([^/]+?)(?:\/index)?(?:\.html)?\/?$/.exec(pathname) ?? []
  return name === site.site ? `${folder.replace(/^guide$/, 'guides')}/${id}.md` : undefined
}
