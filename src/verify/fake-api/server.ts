import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Anthropic } from './anthropic.ts'
import type { Account, Call, Reply } from './exchange.ts'
import { Gemini } from './gemini.ts'
import { failuresBeforeRecovery, type Variant } from './keys-and-variants.ts'
import { idMaker } from './made-up.ts'
import { OpenAi } from './openai.ts'
import type { Vendor } from './refusals.ts'

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
  const vendors = new Map<string, Vendor>([
    ['openai', new OpenAi(account)],
    ['anthropic', new Anthropic(account)],
    ['gemini', new Gemini(account)],
  ])
  let failures = 0
  let streams = 0

  const answer = (vendor: Vendor, call: Call): Reply => {
    const kind = variant === 'overloaded' || variant === 'server-error' ? variant : undefined
    return kind && ++failures <= failuresBeforeRecovery ? vendor.refuse(kind) : vendor.answer(call)
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
