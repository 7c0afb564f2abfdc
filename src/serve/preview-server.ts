import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { packageTemplates } from '../content/package-files.ts'
import type { Output } from '../emit/output.ts'
import { closeServer, contentType, isLocalHost, listen } from './http.ts'
import type { ShownProblems } from './shown-problems.ts'

/** Addresses of the preview itself. No catalog has a site of this name: it starts with an underscore. */
const clientScript = '/__preview/client.js'
const clientStyle = '/__preview/client.css'
const eventStream = '/__preview/events'

/** What is sent for an address. */
export interface Located {
  readonly status: 200 | 404 | 500
  readonly file: { readonly path: string } & Pick<Output, 'body' | 'encoding'>
}

export interface PreviewSite {
  readonly port: number | undefined
  /** Where `/` redirects to. */
  readonly home: () => string
  /** The file at an address and its status. */
  readonly fileAt: (pathname: string) => Located
  /** Called when a browser connects; the returned function is called when it disconnects. */
  readonly onViewer: (viewer: Viewer) => () => void
}

/** Serves the preview on loopback, with an event stream to each open page. */
export async function previewServer(
  site: PreviewSite,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = targetOf(request) ?? {
      pathname: '/',
      searchParams: new URLSearchParams(),
    }
    const refusal = refuse(request)
    if (refusal === undefined && pathname === eventStream) {
      const viewer = viewerOf(response, searchParams.get('at') ?? '/', searchParams.get('tag') ?? '')
      response.on('close', site.onViewer(viewer))
      return
    }
    const { status, headers, body = '' } = refusal ?? answer(pathname, site)
    response.writeHead(status, {
      ...headers,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    response.end(request.method === 'HEAD' ? '' : body)
  })
  const port = await listen(server, site.port, 'orNext')
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => closeServer(server),
  }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Undefined for what is no address, such as `http://[`. */
function targetOf({ url = '/' }: IncomingMessage): URL | undefined {
  try {
    return new URL(url.replace(/^\/+/, '/'), 'http://localhost')
  } catch {
    return undefined
  }
}

function refuse(request: IncomingMessage): Answer | undefined {
  const { method, headers } = request
  if (!isLocalHost(headers.host)) return { status: 403, headers: {} }
  if (targetOf(request) === undefined) return { status: 400, headers: {} }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { Allow: 'GET, HEAD' } }
  return undefined
}

const ownFiles: Readonly<Record<string, string>> = {
  [clientScript]: 'preview.js',
  [clientStyle]: 'preview.css',
}

function answer(pathname: string, site: PreviewSite): Answer {
  if (pathname === '/') return { status: 302, headers: { Location: site.home() } }
  const own = ownFiles[pathname]
  if (own !== undefined) {
    const body = readFileSync(join(packageTemplates, own))
    return { status: 200, headers: { 'Content-Type': contentType(own) }, body }
  }
  const { status, file } = site.fileAt(pathname)
  // Browsers request it by themselves, and would log an error on every page.
  if (status === 404 && pathname === '/favicon.ico') return { status: 204, headers: {} }
  const body = file.path.endsWith('.html') ? livePage(file.body) : Buffer.from(file.body, file.encoding)
  return { status, headers: { 'Content-Type': contentType(file.path) }, body }
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
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  // Headers alone may stay in a buffer.
  response.write(': hello\n\n')
  return {
    at,
    show: (body) => {
      const next = tagOf(body)
      if (next === shown) return
      shown = next
      send('page', { tag: next, html: body })
    },
    warn: (problems) => {
      const next = JSON.stringify(problems)
      if (next === warned) return
      warned = next
      send('problems', problems)
    },
    lead: (to) => void send('moved', { to }),
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
