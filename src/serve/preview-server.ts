import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { packageTemplates } from '../content/package-files.ts'
import { contentOf } from '../emit/output.ts'
import { contentType } from './content-type.ts'
import { listen } from './listen.ts'
import { clientScript, clientStyle, eventStream, livePage } from './live-page.ts'
import type { Located } from './locate.ts'
import { type Viewer, viewerOf } from './viewers.ts'

export interface PreviewSite {
  readonly port: number | undefined
  /** Where the root leads to. */
  readonly home: () => string
  /** The file at an address, and the status that it comes with. */
  readonly fileAt: (pathname: string) => Located
  /** Called with each browser that begins to listen; what it gives is called when the browser has gone. */
  readonly onViewer: (viewer: Viewer) => () => void
}

/** Serves the preview on loopback, and keeps a line open to each page that is looked at. */
export async function previewServer(
  site: PreviewSite,
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url?.replace(/^\/+/, '/') ?? '/', 'http://localhost')
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
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

function refuse({ method, headers }: IncomingMessage): Answer | undefined {
  // Another site's name that is made to lead here would let that site read drafts.
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? ''))
    return { status: 403, headers: {} }
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
  // Browsers ask for it unasked, and would write an error to the console of every page.
  if (status === 404 && pathname === '/favicon.ico') return { status: 204, headers: {} }
  const body = file.path.endsWith('.html') ? livePage(file.body) : contentOf(file)
  return { status, headers: { 'Content-Type': contentType(file.path) }, body }
}
