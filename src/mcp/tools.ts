import { answerHead, matchData, pageOf } from '../client/answer.ts'
import { fixOf, isId } from '../client/catalog-files.ts'
import type { CatalogReader } from '../client/reader.ts'
import { search } from '../client/search.ts'
import declared from './tools.json' with { type: 'json' }

/** A tool's result as text for models and as data for programs. */
export interface Answer {
  readonly text: string
  readonly data: Record<string, unknown>
}

/** Arguments that `argumentFault` has let pass. */
export type Given = Readonly<Record<'text' | 'query', string>> &
  Partial<Readonly<Record<'id' | 'category' | 'slug', string> & { limit: number }>>

/** `formFor` gives the address of the form that proposes a page for a text. */
type Action = (catalog: CatalogReader, given: Given, formFor: (text: string) => string) => Promise<Answer>

/** Maximum length of a result, in characters. */
const resultCharacters = 9500

const matchError: Action = async (catalog, { text, limit = 3 }, formFor) => {
  const { value, notice } = await catalog.matcher(text)
  const found = value.match(text, { limit })
  if (found.length === 0) {
    const contribute = `None of the ${value.count} solutions matches. Once the error is solved, a person can propose the solution at ${formFor(text)}`
    return {
      text: notes(notice, `Not covered. ${contribute}`),
      data: { covered: false, matches: [], contribute: formFor(text) },
    }
  }
  const pages = await Promise.all(found.map(({ entry, origin }) => catalog.page(entry.id, origin)))
  const heads = found.map((match) => answerHead(match, catalog.address))
  const room = Math.floor(resultCharacters / found.length) - 50
  const fixes = pages.map(({ value }, index) => short(fixOf(value), room - (heads[index] ?? '').length))
  const matches = found.map((match, index) => {
    const { see, ...data } = matchData(match)
    const page = pageOf(match, catalog.address) + (see ? `#${see.at}` : '')
    return { ...data, matched: short(data.matched, 300), see: see?.says, fix: fixes[index], page }
  })
  return {
    text: notes(notice, heads.map((head, index) => `${head}\n${fixes[index]}`).join('\n\n---\n\n')),
    data: { covered: true, matches },
  }
}

const searchSolutions: Action = async (catalog, { query, category, limit = 5 }) => {
  const { value, notice } = await catalog.index()
  const found = search(value.solutions, { keywords: query, category })
  const solutions = found.slice(0, limit).map(({ title, fix, url, origin }) => {
    const id = url.split('/').slice(-2).join('/')
    return { id, title, fix, page: `${origin ?? catalog.address}/solutions/${id}.md` }
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

const getSolution: Action = async (
  catalog,
  { category, slug, id = isId(slug) ? slug : `${category}/${slug}` },
) => {
  const { value, notice } = await catalog.page(id)
  const markdown = short(value, resultCharacters)
  return { text: notes(notice, markdown), data: { id, markdown } }
}

const notes = (notice: string | undefined, text: string): string =>
  notice === undefined ? text : `${notice}\n\n${text}`

/** Cuts a long text at the end of a line, with a note. */
export function short(text: string, length: number, note = 'the page has the rest'): string {
  if (text.length <= length) return text
  const end = text.lastIndexOf('\n', length)
  return `${text.slice(0, end > length / 2 ? end : length)}\n[cut; ${note}]`
}

interface Property {
  readonly type: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

export interface InputSchema {
  readonly properties: Readonly<Record<string, Property>>
  readonly required: readonly string[]
}

/** What is wrong with a tool's arguments, in words; undefined if nothing is. */
export function argumentFault({ properties, required }: InputSchema, given: Record<string, unknown>) {
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

function accepts({ type, maxLength = 0, minimum = 0, maximum = 0 }: Property, value: unknown): boolean {
  if (type === 'string') return typeof value === 'string' && value.length <= maxLength
  return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
}

/** What each tool of `tools.json` does. */
const actions: Readonly<Record<string, Action>> = {
  match_error: matchError,
  search_solutions: searchSolutions,
  get_solution: getSolution,
}

/** All tools only read, and only what is published. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }

export const tools = declared.map((tool) => ({ ...tool, annotations }))

/** Undefined if there is no such tool. */
export const actionOf = (name: string) => (Object.hasOwn(actions, name) ? actions[name] : undefined)
