import { getCollection } from 'astro:content'
import { entryOf } from '../entry.js'

const solutions = await getCollection('solutions')

export const pathOf = ({ id }) => `/solutions/${id}`
export const categoryOf = ({ id }) => id.split('/')[0]

/** The page's HTML, whose links between pages have no extension. */
export const htmlOf = ({ rendered: { html } }) => html.replace(/(<a href="[^":]*)\.md"/g, '$1"')

export const solutionEntry = (solution) =>
  entryOf({
    title: solution.data.title,
    source: solution.data.source,
    path: pathOf(solution),
    html: solution.rendered.html,
  })

export const indexEntries = () => solutions.map(solutionEntry)

/** Paths of the files of each page. */
export const pagePaths = () =>
  solutions.map((solution) => ({
    params: { category: categoryOf(solution), slug: solution.id.split('/')[1] },
    props: { solution },
  }))

export function categories() {
  const lists = new Map()
  for (const solution of solutions) {
    const category = categoryOf(solution)
    if (!lists.has(category)) lists.set(category, [])
    lists.get(category).push(solution)
  }
  return [...lists]
}
