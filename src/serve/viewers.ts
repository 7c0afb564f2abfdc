import type { ServerResponse } from 'node:http'
import { tagOf } from './live-page.ts'
import type { ShownProblems } from './shown-problems.ts'

/** A browser that shows a page of the preview and listens. */
export interface Viewer {
  readonly at: string
  /** Sends the page unless the browser shows the very same one. */
  readonly show: (body: string) => void
  /** Sends the problems unless the browser has the very same ones. */
  readonly warn: (problems: ShownProblems) => void
  /** Sends the browser to another address. */
  readonly lead: (to: string) => void
}

/** A viewer at the other end of a response that stays open (server-sent events). */
export function viewerOf(response: ServerResponse, at: string, tag: string): Viewer {
  let shown = tag
  let warned = ''
  const send = (event: string, data: unknown) =>
    response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  // Headers alone may wait in a buffer.
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
