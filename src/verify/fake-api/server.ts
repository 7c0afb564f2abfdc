import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Anthropic } from './anthropic.ts'
import type { Account, Call, Reply } from './exchange.ts'
import { Gemini } from './gemini.ts'
import { failuresBeforeRecovery, type Variant } from './keys-and-variants.ts'
import { idMaker } from './made-up.ts'
import { OpenAi } from './openai.ts'
import type { Vendor } from './refusals.ts'

/** From nginx, https://github.com/nginx/nginx/blob/master/src/http/ngx_http_special_response.c */
const badGateway = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
}

const slowness = 6000

/**
 * A stand-in for the model APIs of three vendors, at `/openai`, `/anthropic` and `/gemini`. It validates requests as the
 * vendor documents and refuses them in the vendor's words, so that code written for the real service fails in the same
 * way. Its replies are made up. Refusals are rows in `data/`, each with the source of its words; pages must not rely on
 * those whose source is `unproven`.
 */
export function fakeApi(variant: Variant | undefined): Server {
  const account: Account = {
    variant,
    nextId: idMaker(),
    now: () => Math.floor(Date.now() / 1000),
  }
  const vendors = new Map(
    Object.entries({ openai: OpenAi, anthropic: Anthropic, gemini: Gemini }).map(([name, Vendor]) => [
      name,
      new Vendor(account),
    ]),
  )
  let failures = 0
  let streams = 0

  const fails = (): boolean => {
    failures += 1
    return failures <= failuresBeforeRecovery
  }

  const answer = (vendor: Vendor, call: Call): Reply => {
    const kind = variant === 'overloaded' || variant === 'server-error' ? variant : undefined
    if (kind && fails()) return vendor.refuse(kind)
    if (variant === 'bad-gateway' && fails()) return badGateway
    return vendor.answer(call)
  }

  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, name = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? []
    const vendor = vendors.get(name)
    if (!vendor)
      return send(response, { status: 404, headers: {}, body: 'try /openai, /anthropic, /gemini\n' })
    const body = await read(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([key, value]) => [key, String(value)]),
    )
    const call = { method: request.method ?? 'GET', path, query: url.searchParams, headers, body }
    const reply = answer(vendor, call)
    if (!('events' in reply)) {
      if (variant === 'slow') await sleep(slowness)
      return send(response, reply)
    }
    streams += 1
    const broken = streams === 1 && (variant === 'cut-stream' || variant === 'error-in-stream')
    const half = reply.events.slice(0, Math.ceil(reply.events.length / 2))
    const ending = variant === 'error-in-stream' ? [vendor.streamError()] : []
    const events = broken ? [...half, ...ending] : reply.events
    response.writeHead(200, reply.headers)
    for (const event of events) {
      if (response.destroyed) return
      response.write(`${event.event ? `event: ${event.event}\n` : ''}data: ${event.data}\n\n`)
      await sleep(variant === 'slow' ? slowness / events.length : 0)
    }
    if (broken && variant === 'cut-stream') response.destroy()
    else response.end()
  })
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, reply: Reply & { body?: string }): void {
  if (response.destroyed) return
  response.writeHead(reply.status, reply.headers).end(reply.body)
}
