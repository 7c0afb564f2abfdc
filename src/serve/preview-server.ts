import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { packageTemplates } from '../content/package-files.ts'
import type { Output } from '../emit/output.ts'
import { contentType, type Served, serveLocally } from './http.ts'
import type { ShownProblems } from './shown-problems.ts'

/** Addresses of the preview itself. No catalog has a site of this name: it starts with an underscore. */
const clientScript = '/__preview/client.js'
const eventStream = '/__preview/events'
const ownFiles: Readonly<Record<string, string>> = {
  [clientScript]: 'preview.js',
  '/__preview/client.css': 'preview.css',
}

/** What is sent for an address. */
export interface Located {
  readonly status: 200 | 404 | 500
  readonly file: { readonly path: string } & Pick<Output, 'body' | 'encoding'>
}

export interface PreviewSite {
  /** Where `/` redirects to. */
  readonly home: () => string
  /** The file at an address and its status. */
  readonly fileAt: (pathname: string) => Located
  /** Called when a browser connects; the returned function is called when it disconnects. */
  readonly onViewer: (viewer: Viewer) => () => void
}

/** Serves the preview on loopback, with an event stream to each open page. */
export const previewServer = (site: PreviewSite, port: number | undefined): Promise<Served> =>
  serveLocally(
    ({ url = '/' }, response) => {
      response.setHeader('Cache-Control', 'no-store')
      const target = url.replace(/^\/+/, '/')
      if (!URL.canParse(target, 'http://localhost')) {
        response.writeHead(400).end()
        return
      }
      const { pathname, searchParams } = new URL(target, 'http://localhost')
      if (pathname === eventStream) {
        const viewer = viewerOf(response, searchParams.get('at') ?? '/', searchParams.get('tag') ?? '')
        response.on('close', site.onViewer(viewer))
      } else if (pathname === '/') response.writeHead(302, { Location: site.home() }).end()
      else sendFile(pathname, site, response)
    },
    port,
    'orNext',
  )

function sendFile(pathname: string, site: PreviewSite, response: ServerResponse): void {
  const own = ownFiles[pathname]
  if (own !== undefined) {
    response.writeHead(200, { 'Content-Type': contentType(own) })
    response.end(readFileSync(join(packageTemplates, own)))
    return
  }
  const { status, file } = site.fileAt(pathname)
  // Browsers request it by themselves, and would log an error on every page.
  if (status === 404 && pathname === '/favicon.ico') {
    response.writeHead(204).end()
    return
  }
  response.writeHead(status, { 'Content-Type': contentType(file.path) })
  response.end(file.path.endsWith('.html') ? livePage(file.body) : Buffer.from(file.body, file.encoding))
}

/** A browser with a page of the preview open. */
export interface Viewer {
  readonly at: string
  /** Sends the page if the browser shows another state of it. */
  readonly show: (body: string) => void
  /** Sends the problems if they changed. */
  readonly warn: (problems: ShownProblems) => void
  /** Sends the browser to another address. */
  readonly lead: (to: string) => void
}

/** Sends server-sent events to a browser. */
function viewerOf(response: ServerResponse, at: string, tag: string): Viewer {
  let shown = tag
  let warned = ''
  const send = (event: string, data: unknown) =>
    void response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  // Headers alone may stay in a buffer.
  response.write(': hello\n\n')
  return {
    at,
    show: (body) => {
      const next = tagOf(body)
      if (next !== shown) send('page', { tag: next, html: body })
      shown = next
    },
    warn: (problems) => {
      const next = JSON.stringify(problems)
      if (next !== warned) send('problems', problems)
      warned = next
    },
    lead: (to) => send('moved', { to }),
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
