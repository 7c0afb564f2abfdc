import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { packageTemplates } from '../content/package-files.ts'
import { emitOnDemand } from '../emit/emit.ts'
import type { Output } from '../emit/output.ts'
import type { Problem } from '../model/problem.ts'
import { homePath, type Site, sitePath } from '../model/site.ts'
import { decoded } from '../model/text.ts'
import { type Change, configProblem, type LiveOptions, type Snapshot } from '../pipeline/live-catalog.ts'
import { contentType, serveLocally } from './http.ts'
import { problemsFor, type ShownProblems } from './shown-problems.ts'
import { follow } from './watch.ts'

export interface PreviewOptions extends LiveOptions {
  readonly content: string
  readonly port?: number | undefined
  /** Called when every open page was updated; `milliseconds` is the time until then. */
  readonly onChange: (change: Change, snapshot: Snapshot, milliseconds: number) => void
}

/** Serves the catalog from memory on loopback, and updates open pages on every save; returns the state at the start. */
export async function preview({ content, port, onChange, ...options }: PreviewOptions) {
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

  const answer: RequestListener = ({ url = '/' }, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const target = url.replace(/^\/+/, '/')
    if (!URL.canParse(target, 'http://localhost')) {
      response.writeHead(400).end()
      return
    }
    const { pathname, searchParams } = new URL(target, 'http://localhost')
    if (pathname === '/') response.writeHead(302, { Location: homePath(site) }).end()
    else if (pathname === eventStream) {
      const viewer = viewerOf(response, searchParams.get('at') ?? '/', searchParams.get('tag') ?? '')
      viewers.add(viewer)
      warn(viewer, show(viewer), [])
      response.on('close', () => viewers.delete(viewer))
    } else sendFile(pathname, published, response)
  }
  const server = await serveLocally(answer, port, 'orNext').catch(async (error: unknown) => {
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

/** Address of the script that follows changes. No catalog has a site of this name: it starts with an underscore. */
const clientScript = '/__preview/client.js'
const eventStream = '/__preview/events'
const ownFiles: Readonly<Record<string, string>> = {
  [clientScript]: 'preview.js',
  '/__preview/client.css': 'preview.css',
}

function sendFile(pathname: string, published: Files, response: ServerResponse): void {
  const send = (status: number, path: string, body: string | Buffer) => {
    response.writeHead(status, { 'Content-Type': contentType(path) })
    response.end(body)
  }
  const own = ownFiles[pathname]
  if (own !== undefined) {
    send(200, own, readFileSync(join(packageTemplates, own)))
    return
  }
  try {
    const { status, file } = locate(pathname, published)
    const { path, body, encoding } = file
    // Browsers request it by themselves, and would log an error on every page.
    if (status === 404 && pathname === '/favicon.ico') response.writeHead(204).end()
    else send(status, path, path.endsWith('.html') ? livePage(body) : Buffer.from(body, encoding))
  } catch {
    // The problem of a template is sent when the page connects.
    send(500, '500.html', livePage(failedPage))
  }
}

/** The published file at a path, or undefined. */
type Files = (path: string) => Output | undefined

/** The published file that a host sends for an address, else the 404 page. */
function locate(pathname: string, published: Files): { status: 200 | 404; file: Output } {
  const path = decoded(pathname).replace(/^\//, '').replace(/\/$/, '')
  const isFile = /\.[^/.]*$/.test(path)
  const file = (isFile ? undefined : published(`${path}/index.html`)) ?? published(path)
  return file ? { status: 200, file } : { status: 404, file: published('404.html') as Output }
}

/** Sent instead of a page whose template fails: it shows the problem, and becomes the page once that is fixed. */
const failedPage =
  '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Not made</title>\n</head>\n<body></body>\n</html>\n'

/** Path of the source file for the page at an address, whether or not it exists. */
function sourceAt(pathname: string, site: Site): string | undefined {
  const [, name, folder = '', id] =
    /^\/([^/]+)\/(solutions\/[^/]+|guide)\/([^/]+?)(?:\/index)?(?:\.html)?\/?$/.exec(pathname) ?? []
  return name === site.site ? `${folder.replace(/^guide$/, 'guides')}/${id}.md` : undefined
}

/** A browser with a page of the preview open. */
type Viewer = ReturnType<typeof viewerOf>

/** Sends server-sent events to a browser. */
function viewerOf(response: ServerResponse, at: string, tag: string) {
  let shown = tag
  let warned = ''
  const send = (event: string, data: unknown) =>
    void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  // Headers alone may stay in a buffer.
  response.write(': hello\n\n')
  return {
    at,
    /** Sends the page if the browser shows another state of it. */
    show: (body: string) => {
      const next = tagOf(body)
      if (next !== shown) send('page', { tag: next, html: body })
      shown = next
    },
    /** Sends the problems if they changed. */
    warn: (problems: ShownProblems) => {
      const next = JSON.stringify(problems)
      if (next !== warned) send('problems', problems)
      warned = next
    },
    /** Sends the browser to another address. */
    lead: (to: string) => send('moved', { to }),
  }
}

/** Short digest of a page, by which an unchanged page is not sent again. */
const tagOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 16)

/** The published page with the script that follows changes; the page's own policy allows scripts of its origin. */
function livePage(body: string): string {
  const script = `<script src="${clientScript}" data-tag="${tagOf(body)}" defer></script>`
  // A function, because `$` has a meaning in a replacement string.
  return body.replace('</head>', () => `${script}\n</head>`)
}
