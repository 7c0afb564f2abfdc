import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { type HttpFlaw, isHttpFlaw } from './flaw.ts'
import { weatherServer } from './weather-server.ts'

const page = '<!doctype html><title>Sign in</title><h1>Sign in to continue</h1>'
/** The words of the SDK's own transport: https://github.com/modelcontextprotocol/typescript-sdk, packages/server/src/server/streamableHttp.ts */
const rpcError = (code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })

/** Answers that need no server behind them: status, headers, body. */
const refusals: Readonly<Partial<Record<HttpFlaw, [number, Record<string, string>, string]>>> = {
  'not-found': [404, { 'content-type': 'text/plain' }, 'Not Found'],
  'no-post': [405, { allow: 'GET', 'content-type': 'text/plain' }, 'Method Not Allowed'],
  unauthorized: [401, { 'www-authenticate': 'Bearer realm="weather"' }, 'Unauthorized'],
  forbidden: [403, { 'content-type': 'application/json' }, '{"error":"insufficient permissions"}'],
  'html-page': [200, { 'content-type': 'text/html; charset=utf-8' }, page],
  'needs-session': [400, json(), rpcError(-32000, 'Bad Request: Mcp-Session-Id header is required')],
  'bad-gateway': [502, { 'content-type': 'text/html' }, '<center><h1>502 Bad Gateway</h1></center>'],
}

/** One server with a path for every flaw; `/mcp` works. */
export function httpServer(): Server {
  return createServer(async (request, response) => {
    const name = (request.url ?? '/').slice(1).replace(/[/?].*$/, '')
    const flaw = isHttpFlaw(name) ? name : name === 'mcp' ? 'none' : 'not-found'
    const body = await read(request)
    const refusal = refusalOf(flaw, request, body)
    if (refusal) return response.writeHead(refusal[0], refusal[1]).end(refusal[2])
    const handler = createMcpHandler(() => weatherServer(flaw === 'slow' ? 'slow' : 'none'))
    await answer(await handler.fetch(asRequest(request, body)), response, flaw)
  })
}

function refusalOf(flaw: HttpFlaw, { headers }: IncomingMessage, body: string) {
  if (flaw === 'forgets-session' && headers['mcp-session-id'])
    return [404, json(), rpcError(-32001, 'Session not found')] as const
  const accepts = headers.accept ?? ''
  if (
    flaw === 'not-acceptable' &&
    body &&
    !(accepts.includes('application/json') && accepts.includes('text/event-stream'))
  )
    return [
      406,
      json(),
      rpcError(-32000, 'Not Acceptable: Client must accept both application/json and text/event-stream'),
    ] as const
  return refusals[flaw]
}

async function answer(reply: Response, response: ServerResponse, flaw: HttpFlaw): Promise<void> {
  const session = flaw === 'forgets-session' ? { 'mcp-session-id': 'session-of-yesterday' } : {}
  response.writeHead(reply.status, { ...Object.fromEntries(reply.headers), ...session })
  for await (const chunk of reply.body ?? []) response.write(chunk)
  response.end()
}

function asRequest({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): Request {
  const flat = Object.entries(headers).map(([key, value]): [string, string] => [key, String(value)])
  return new Request(`http://127.0.0.1${url}`, { method, headers: flat, ...(body ? { body } : {}) })
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function json(): Record<string, string> {
  return { 'content-type': 'application/json' }
}
