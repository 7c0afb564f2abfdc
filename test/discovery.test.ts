import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { buildCatalog, contentFolder } from './catalog.ts'
import { smallCatalog } from './valid-solution.ts'

/* The shapes as the texts of the specifications give them; nothing else may be in the files. */

const site = await buildCatalog(contentFolder(smallCatalog))
const published = (address: string) => site.text(new URL(address).pathname.slice(1))

const address = z.url({ protocol: /^https$/ })

/** https://github.com/Agent-Card/ai-catalog, specification/ai-catalog.md, with `type` in place of the earlier `mediaType`. */
const aiCatalog = z.strictObject({
  specVersion: z.string().regex(/^\d+\.\d+$/),
  host: z.strictObject({ displayName: z.string().min(1), documentationUrl: address }),
  entries: z.array(
    z.strictObject({
      identifier: z.string().regex(/^urn:air:[a-z0-9.-]+(:[a-z0-9-]+)+$/),
      type: z.string().regex(/^(?:application|text)\/[a-z0-9.+-]+(?:; profile="[^"]+")?$/),
      url: address,
      displayName: z.string().min(1),
      representativeQueries: z.array(z.string().min(1)).min(2).max(5),
      description: z.string().optional(),
      updatedAt: z.iso.datetime().optional(),
    }),
  ),
})

/** https://github.com/cloudflare/agent-skills-discovery-rfc, version 0.2.0. */
const skillsIndex = z.strictObject({
  $schema: z.literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: z.array(
    z.strictObject({
      name: z
        .string()
        .max(64)
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      type: z.enum(['skill-md', 'archive']),
      description: z.string().min(1).max(1024),
      url: z.string().min(1),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    }),
  ),
})

/** https://github.com/modelcontextprotocol/registry: `server.json` of 2025-12-11 without packages and remotes; the card is alike. */
const server = z.strictObject({
  $schema: z.url(),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+$/),
  repository: z.strictObject({ url: address, source: z.literal('github') }),
  websiteUrl: address,
})

test.each([
  ['.well-known/ai-catalog.json', aiCatalog],
  ['catalog/.well-known/ai-catalog.json', aiCatalog],
  ['catalog/.well-known/agent-skills/index.json', skillsIndex],
  ['catalog/server.json', server],
  ['catalog/.well-known/mcp/server-card.json', server],
])('%s has the shape of its specification', (path, shape) => {
  expect(z.safeParse(shape, site.json(path)).error?.issues ?? []).toEqual([])
})

test('what they lead to is published, and the skill has the digest', () => {
  const { entries, host } = aiCatalog.parse(site.json('catalog/.well-known/ai-catalog.json'))
  expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(entries.length)
  for (const { url } of entries) expect(published(url).length).toBeGreaterThan(0)
  expect(published(`${host.documentationUrl}.md`)).toContain('# For agents')
  const index = 'catalog/.well-known/agent-skills/index.json'
  for (const { url, digest } of skillsIndex.parse(site.json(index)).skills) {
    const skill = site.text(index.replace('index.json', url))
    expect(digest).toBe(`sha256:${createHash('sha256').update(skill).digest('hex')}`)
  }
})
