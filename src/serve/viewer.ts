import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ShownProblems } from './shown-problems.ts'

/** Address of the script that follows changes. No catalog has a site of this name: it starts with an underscore. */
export const clientScript = '/__preview/client.js'

/** A browser with a page of the preview open. */
export type Viewer = ReturnType<typeof viewerOf>

/** Sends server-sent events to a browser. */
export function viewerOf(response: ServerResponse, at: string, tag: string) {
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
export function livePage(body: string): string {
  const script = `<script src="${clientScript}" data-tag="${tagOf(body)}" defer></script>`
  // A function, because `$` has a meaning in a replacement string.
  return body.replace('</head>', () => `${script}\n</head>`)
}
