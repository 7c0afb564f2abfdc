import { expect, test } from 'vitest'
import { CatalogUnavailable, publishedCatalog } from '../../src/client/index.ts'
import { shardFiles } from '../../src/client/shards.ts'

const entryOf = (number: number) => ({
  id: `general/page-${number}`,
  title: `Tool ${number}: it stops`,
  errors: [`Brokenpart${String.fromCharCode(97 + number)}Error: the part ${number} is missing`],
  signs: [],
  codes: [],
  products: ['tool'],
})
const text = 'BrokenpartcError: the part 2 is missing'

/** A catalog at an address whose files can be replaced. */
function published() {
  const asked: string[] = []
  const files = new Map<string, unknown>()
  const publish = (numbers: readonly number[], only: (path: string) => boolean = () => true) => {
    const { root, shards } = shardFiles(numbers.map(entryOf), '2026-01-01T00:00:00Z')
    const all = [
      ['match.json', root],
      ...shards.map((shard, number) => [`match/${number}.json`, shard]),
    ] as const
    for (const [path, body] of all) if (only(String(path))) files.set(String(path), body)
  }
  const fetch = async (url: string) => {
    const path = url.replace('https://catalog.example/', '')
    asked.push(path)
    return files.has(path) ? Response.json(files.get(path)) : new Response('', { status: 404 })
  }
  const catalog = publishedCatalog('https://catalog.example', { fetch: fetch as typeof globalThis.fetch })
  const ask = async () => (await catalog.matcher(text)).value.match(text).map(({ entry }) => entry.id)
  return { asked, publish, ask }
}

test('a catalog in shards is asked for the root and at most four shards', async () => {
  const { asked, publish, ask } = published()
  publish(Array.from({ length: 26 }, (_, number) => number))
  expect(await ask()).toEqual(['general/page-2'])
  expect(asked[0]).toBe('match.json')
  expect(asked.length).toBeLessThanOrEqual(5)
  const before = asked.length
  expect(await ask()).toEqual(['general/page-2'])
  expect(asked).toHaveLength(before)
})

test('a root that was stored before another deployment is read again', async () => {
  const { publish, ask } = published()
  publish([0, 1, 2])
  await ask()
  publish([1, 2, 3])
  // The shards are stored with the root: both are of the first deployment.
  expect(await ask()).toEqual(['general/page-2'])
  const other = published()
  other.publish([0, 1, 2])
  other.publish([1, 2, 3], (path) => path !== 'match.json')
  await expect(other.ask()).rejects.toThrow(CatalogUnavailable)
  other.publish([1, 2, 3])
  expect(await other.ask()).toEqual(['general/page-2'])
})
