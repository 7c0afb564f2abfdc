import * as z from 'zod'
import type { Catalog } from '../model/catalog.ts'
import { changesSchema, indexSchema } from '../model/json-files.ts'
import { absolute, type Site, siteFile, sitePath } from '../model/site.ts'
import { frontmatterSchema } from '../model/solution.ts'
import { unaidedSchema } from '../model/unaided-file.ts'
import { categories } from '../model/vocabulary.ts'
import { isInShards } from './index-files.ts'
import { solutionsByCode } from './lists.ts'
import { type Output, prettyJson } from './output.ts'

/**
 * `/openapi.json`, OpenAPI 3.1: the GET interface for programs. Its examples are files of this catalog. With it the JSON
 * Schemas of what is published and what is written, generated from the schemas that check them.
 */
export function openApi(catalog: Catalog, site: Site): Output[] {
  const example = catalog.solutions[0]
  // Few enough pages share it, so its lookup file is there.
  const code = [...solutionsByCode(catalog.solutions)].find(([, solutions]) => solutions.length <= 3)?.[0]
  const index = json({ $ref: '#/components/schemas/Index' })
  const anyObject = json({ type: 'object' })
  const changes = json({ $ref: '#/components/schemas/Changes' })
  const markdown = { 'text/markdown': { schema: { type: 'string' } } }
  const token = parameter('token', { pattern: '^[a-z0-9-]+$' }, code)
  const number = parameter('number', { pattern: '^\\d+$' }, '0')
  const slug = parameter('slug', { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }, example?.slug)
  const category = parameter('category', { enum: categories }, example?.category)
  type Row = readonly [string, ...Parameters<typeof get>]
  const ofShard = 'Messages, signs and codes of some solutions'
  const [matchFile, ...shard]: [string, ...Row[]] = isInShards(catalog)
    ? [
        'The shards, and a filter of the words that lead to them',
        ['/match/{number}.json', 'getShard', ofShard, anyObject, number],
      ]
    : ['Messages, signs and codes of every solution, for matching']
  const rows: Row[] = [
    ['/solutions.json', 'getIndex', 'The whole index, one solution per line', index],
    ['/version.json', 'getVersion', 'Size, count and hash of the index; poll this', anyObject],
    ['/match.json', 'getMatchFile', matchFile, anyObject],
    ...shard,
    ['/changes.json', 'getChanges', 'What changed at which address, newest first', changes],
    ['/solutions/{category}/index.json', 'getCategory', 'A category’s part of the index', index, category],
    ['/solutions/{category}/{slug}.md', 'getSolution', 'A solution as Markdown', markdown, category, slug],
    ['/lookup/index.json', 'getTokens', 'Every error code that has a lookup file', anyObject],
    ['/lookup/{token}.json', 'lookUp', 'The solutions of an error code or identifier', anyObject, token],
  ]
  const body = {
    openapi: '3.1.1',
    info: {
      title: site.title,
      version: '1',
      description: `${site.tagline} Plain files, GET only, no key. The index is for programs: download and filter it, do not read it.`,
      license: { name: 'CC BY 4.0', identifier: 'CC-BY-4.0' },
    },
    servers: [{ url: absolute(site, sitePath(site, '')).replace(/\/$/, '') }],
    paths: Object.fromEntries(rows.map(([path, ...row]) => [path, get(...row)])),
    components: { schemas: { Index: component(indexSchema), Changes: component(changesSchema) } },
  }
  const schemas = Object.entries(published).map(([name, [title, of]]) => {
    const path = `schema/v1/${name}.schema.json`
    const { $schema, ...schema } = jsonSchema(of)
    const named = { $schema, $id: absolute(site, sitePath(site, path)), title, ...schema }
    return { path: siteFile(site, path), body: prettyJson(named) }
  })
  return [{ path: siteFile(site, 'openapi.json'), body: prettyJson(body) }, ...schemas]
}

const published = {
  solutions: ['Index of the catalog', indexSchema],
  changes: ['Changes of the catalog', changesSchema],
  frontmatter: ['Frontmatter of a solution', frontmatterSchema],
  unaided: ['What models know without the pages', unaidedSchema],
} as const

const jsonSchema = (of: z.ZodType) => z.toJSONSchema(of, { target: 'draft-2020-12', io: 'input' })

/** The dialect is the document's. */
const component = (of: z.ZodType) => ({ ...jsonSchema(of), $schema: undefined })

const json = (schema: object) => ({ 'application/json': { schema } })

const get = (operationId: string, summary: string, content: object, ...parameters: object[]) => ({
  get: {
    operationId,
    summary,
    parameters: parameters.length > 0 ? parameters : undefined,
    responses: {
      200: { description: 'The file', content },
      304: { description: 'Unchanged since the validators that were sent' },
      404: { description: 'There is no such file' },
    },
  },
})

const parameter = (name: string, schema: object, example: string | undefined) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', ...schema },
  example,
})
