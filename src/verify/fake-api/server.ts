import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Anthropic } from './anthropic.ts'
import type { Account } from './exchange.ts'
import { Gemini } from './gemini.ts'
import { idMaker } from './made-up.ts'
import { OpenAi } from './openai.ts'
import type { Vendor } from './refusals.ts'

const slowness = 6000

/** Requests that fail before the service recovers: as many as the SDKs make by default (one and two retries). */
const failuresBeforeRecovery = 3

/**
 * A stand-in for the model APIs of three vendors, at `/openai`, `/anthropic` and `/gemini`. It validates requests as the
 * vendor documents and refuses them in the vendor's words, so that code written for the real service fails in the same
 * way. Its replies are made up. Refusals are rows in `data/`, each with the source of its words; pages must not rely on
 * those whose source is `unproven`.
 */
export function fakeApi(variant: string | undefined, keys: Account['keys']): Server {
  let failures = 0
  let streams = 0
  const isDown = variant === 'overloaded' || variant === 'server-error'
  const fails = () => isDown && ++failures <= failuresBeforeRecovery
  const account: Account = { variant, keys, nextId: idMaker(), fails }
  const vendors = new Map<string, Vendor>([
    ['openai', new OpenAi(account)],
    ['anthropic', new Anthropic(account)],
    ['gemini', new Gemini(account)],
  ])

  return createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const [, name = '', path = '/'] = /^\/([^/]+)(\/.*)?$/.exec(url.pathname) ?? []
    const vendor = vendors.get(name)
    if (!vendor) return void response.writeHead(404).end('try /openai, /anthropic, /gemini\n')
    const { method = 'GET' } = request
    const headers = request.headers as Record<string, string>
    const body = await text(request)
    const reply = vendor.answer({ method, path, query: url.searchParams, headers, body })
    if (typeof reply.body === 'string') {
      if (variant === 'slow') await sleep(slowness)
      return void response.writeHead(reply.status, reply.headers).end(reply.body)
    }
    streams += 1
    const broken = streams === 1 && (variant === 'cut-stream' || variant === 'error-in-stream')
    const half = reply.body.slice(0, Math.ceil(reply.body.length / 2))
    const ending = variant === 'error-in-stream' ? [vendor.streamError()] : []
    const events = broken ? [...half, ...ending] : reply.body
    response.writeHead(reply.status, reply.headers)
    for (const event of events) {
      if (response.destroyed) return
      response.write(event)
      await sleep(variant === 'slow' ? slowness / events.length : 0)
    }
    if (broken && variant === 'cut-stream') response.destroy()
    else response.end()
  })
}
