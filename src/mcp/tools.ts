import { fixOf } from '../client/catalog-files.ts'
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

export async function matchError(
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

export async function searchSolutions(
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

export async function getSolution(catalog: CatalogReader, id: string): Promise<Answer> {
  const { value, notice } = await catalog.page(id)
  const markdown = short(value, resultCharacters)
  return { text: notes(notice, markdown), data: { id, markdown } }
}

export async function listCategories(catalog: CatalogReader): Promise<Answer> {
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
