import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { fetchPublished } from '../../src/client/reader.ts'

const nothing = { get: () => undefined, set: () => {} }

test('a server that does not answer in time is given up', async () => {
  const server = createServer(() => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/match.json`
  try {
    const answer = fetchPublished(url, (body) => body, { fetch, store: nothing, now: Date.now, timeout: 50 })
    await expect(answer).rejects.toThrow('no answer in time')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('what is read is what is stored, with the validators of the server', async () => {
  const stored = new Map<string, unknown>()
  const answer = async () =>
    new Response('body', { headers: { etag: '"1"', 'last-modified': 'Thu, 01 Jan 1970 00:00:00 GMT' } })
  await fetchPublished('https://catalog.example/x', (body) => body, {
    fetch: answer as typeof fetch,
    store: { get: () => undefined, set: (url, file) => void stored.set(url, file) },
    now: () => 42,
  })
  expect(stored.get('https://catalog.example/x')).toEqual({
    body: new TextEncoder().encode('body'),
    checked: 42,
    etag: '"1"',
    lastModified: 'Thu, 01 Jan 1970 00:00:00 GMT',
  })
})

test('a redirect is followed within one origin, and no other server is even asked', async () => {
  const asked: string[] = []
  const serve = async (name: string, answer: (path: string) => string | undefined) => {
    const server = createServer((request, response) => {
      asked.push(`${name}${request.url}`)
      const to = answer(request.url ?? '')
      if (to === undefined) response.end('body')
      else response.writeHead(302, { location: to }).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    return { server, origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
  }
  const other = await serve('other', () => undefined)
  const own = await serve(
    'own',
    (path) => ({ '/a': '/b', '/away': `${other.origin}/x`, '/round': '/round' })[path],
  )
  const get = (path: string) =>
    fetchPublished(own.origin + path, (body) => String(body.length), { fetch, store: nothing, now: Date.now })
  try {
    expect(await get('/a')).toEqual({ value: '4' })
    await expect(get('/away')).rejects.toThrow('redirects to another origin')
    await expect(get('/round')).rejects.toThrow('redirects more than')
    expect(asked.filter((path) => path.startsWith('other'))).toEqual([])
  } finally {
    for (const { server } of [own, other]) server.close()
  }
})
