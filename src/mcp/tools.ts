import { fixOf, isId } from '../client/catalog-files.ts'
import type { CatalogReader } from '../client/reader.ts'
import { search } from '../client/search.ts'
import { type Category, categories } from '../model/vocabulary.ts'

/** A tool's result as text for models and as data for programs. */
export interface Answer {
  readonly text: string
  readonly data: Record<string, unknown>
}

/** Maximum length of a result, in characters. */
const resultCharacters = 9500

async function matchError(
  catalog: CatalogReader,
  { text, limit }: { text: string; limit: number },
  contributeUrl: string,
): Promise<Answer> {
  const { value, notice } = await catalog.matcher()
  const found = value.match(text, { limit })
  if (found.length === 0) {
    const contribute = `None of the ${value.count} solutions matches. Once the error is solved, a person can propose the solution at ${contributeUrl}`
    return {
      text: notes(notice, `Not covered. ${contribute}`),
      data: { covered: false, matches: [], contribute: contributeUrl },
    }
  }
  const pages = await Promise.all(found.map(({ entry }) => catalog.page(entry.id)))
  const room = Math.floor(resultCharacters / found.length) - 600
  const matches = found.map(({ entry, confidence, matched, outside }, index) => ({
    id: entry.id,
    title: entry.title,
    confidence,
    matched: short(matched, 300),
    ...(outside === undefined ? {} : { outside }),
    fix: short(fixOf(pages[index]?.value ?? ''), room),
    page: pageOf(catalog, entry.id),
  }))
  return {
    text: notes(
      notice,
      matches
        .map(
          (match) =>
            `${match.confidence} match: ${match.title}\nmatched: ${match.matched}\npage: ${match.page}\n\n${match.fix}`,
        )
        .join('\n\n---\n\n'),
    ),
    data: { covered: true, matches },
  }
}

async function searchSolutions(
  catalog: CatalogReader,
  { query, category, limit }: { query: string; category?: Category | undefined; limit: number },
): Promise<Answer> {
  const { value, notice } = await catalog.index()
  const found = search(value.solutions, { keywords: query, ...(category === undefined ? {} : { category }) })
  const solutions = found.slice(0, limit).map(({ title, fix, url }) => {
    const id = url.split('/').slice(-2).join('/')
    return { id, title, fix, page: pageOf(catalog, id) }
  })
  const lines = solutions.map(({ title, fix, page }) => `${title}\n${fix}\n${page}`).join('\n\n')
  return {
    text: notes(
      notice,
      found.length === 0 ? 'Nothing found: use fewer words.' : `${found.length} found\n\n${lines}`,
    ),
    data: { count: found.length, solutions },
  }
}

async function getSolution(catalog: CatalogReader, id: string): Promise<Answer> {
  const { value, notice } = await catalog.page(id)
  const markdown = short(value, resultCharacters)
  return { text: notes(notice, markdown), data: { id, markdown } }
}

async function listCategories(catalog: CatalogReader): Promise<Answer> {
  const { value, notice } = await catalog.index()
  const counts = categories.map((name) => ({
    name,
    count: value.solutions.filter((entry) => entry.category === name).length,
  }))
  return {
    text: notes(notice, counts.map(({ name, count }) => `${name}: ${count}`).join('\n')),
    data: { categories: counts },
  }
}

const pageOf = (catalog: CatalogReader, id: string): string => `${catalog.address}/solutions/${id}.md`

const notes = (notice: string | undefined, text: string): string =>
  notice === undefined ? text : `${notice}\n\n${text}`

/** Cuts a long text at the end of a line, with a note. */
function short(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.lastIndexOf('\n', length)
  return `${text.slice(0, end > length / 2 ? end : length)}\n[cut; the page has the rest]`
}

interface Property {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly [key: string]: unknown
}

interface InputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

/** What is wrong with a tool's arguments, in words; undefined if nothing is. */
export function argumentFault(
  { properties, required = [] }: InputSchema,
  given: Record<string, unknown>,
): string | undefined {
  const missing = required.find((key) => given[key] === undefined)
  if (missing !== undefined) return `Missing argument ${missing}`
  for (const [key, value] of Object.entries(given)) {
    const property = properties[key]
    if (property === undefined)
      return `Unexpected argument ${key}, expected ${Object.keys(properties).join(', ')}`
    if (!accepts(property, value)) return `Unexpected ${key}, expected ${JSON.stringify(property)}`
  }
  return undefined
}

function accepts({ type, enum: words, maxLength, minimum, maximum }: Property, value: unknown): boolean {
  if (type === 'integer')
    return Number.isInteger(value) && Number(value) >= (minimum ?? 0) && Number(value) <= (maximum ?? 0)
  return typeof value === 'string' && value.length <= (maxLength ?? 100) && (words?.includes(value) ?? true)
}

const object = (
  properties: Record<string, Property>,
  required: readonly string[] = Object.keys(properties),
) => ({ type: 'object', properties, required }) as const

const text = { type: 'string' } as const
const list = (items: object) => ({ type: 'array', items }) as const
const limit = (most: number, usual: number) =>
  ({ type: 'integer', minimum: 1, maximum: most, default: usual }) as const
const category = { type: 'string', enum: categories } as const
const entry = { id: text, title: text, fix: text, page: text }

/** All tools only read, and only what is published. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }

interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: InputSchema
  readonly outputSchema: object
  readonly annotations: object
  /** The arguments have passed `argumentFault`. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool has its own
  readonly run: (catalog: CatalogReader, given: any, contributeUrl: string) => Promise<Answer>
}

export const tools: readonly Tool[] = [
  {
    name: 'match_error',
    title: 'Match an error',
    description:
      'Use when a command or call failed: pass its raw output (one line or a whole log). Returns the pages that fix this error, or says that it is not covered.',
    inputSchema: object(
      {
        text: { ...text, maxLength: 2_000_000, description: 'raw error text or log, unedited' },
        limit: limit(10, 3),
      },
      ['text'],
    ),
    outputSchema: object(
      {
        covered: { type: 'boolean' },
        matches: list(
          object(
            { ...entry, confidence: { ...text, enum: ['exact', 'likely'] }, matched: text, outside: text },
            ['id', 'title', 'confidence', 'matched', 'page'],
          ),
        ),
        contribute: text,
      },
      ['covered', 'matches'],
    ),
    annotations,
    run: (catalog, { text, limit = 3 }, contributeUrl) => matchError(catalog, { text, limit }, contributeUrl),
  },
  {
    name: 'search_solutions',
    title: 'Search solutions',
    description: 'Use when there is no raw error text: words that must all occur in title or symptom.',
    inputSchema: object(
      {
        query: { ...text, maxLength: 500, description: 'two to four words' },
        category,
        limit: limit(20, 5),
      },
      ['query'],
    ),
    outputSchema: object({ count: { type: 'integer' }, solutions: list(object(entry)) }),
    annotations,
    run: (catalog, { query, category, limit = 5 }) => searchSolutions(catalog, { query, category, limit }),
  },
  {
    name: 'get_solution',
    title: 'Get a solution',
    description: 'The whole page of a solution as Markdown: symptom, cause, fix, dead ends, how to verify.',
    inputSchema: object(
      {
        id: { ...text, maxLength: 150, description: '<category>/<slug>, as the other tools give it' },
        category,
        slug: { ...text, description: 'with category, in place of id' },
      },
      [],
    ),
    outputSchema: object({ id: text, markdown: text }),
    annotations,
    run: (catalog, { id, category, slug }) => {
      const wanted = id ?? (isId(slug) ? slug : `${category}/${slug}`)
      return getSolution(catalog, wanted)
    },
  },
  {
    name: 'list_categories',
    title: 'List categories',
    description: 'The categories of the catalog with the number of solutions in each.',
    inputSchema: object({}),
    outputSchema: object({ categories: list(object({ name: text, count: { type: 'integer' } })) }),
    annotations,
    run: (catalog) => listCategories(catalog),
  },
]
