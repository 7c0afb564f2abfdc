import { entryOf } from '../entry.js'
import { escaped, frame } from './_includes/frame.js'

function byCategory(solutions) {
  const lists = new Map()
  for (const solution of solutions) {
    const category = solution.filePathStem.split('/').at(-2)
    if (!lists.has(category)) lists.set(category, [])
    lists.get(category).push(solution)
  }
  return [...lists]
}

/** A list per category. */
export const data = {
  pagination: {
    data: 'collections.solutions',
    size: 1,
    alias: 'list',
    before: byCategory,
  },
  permalink: ({ list: [category] }) => `/solutions/${category}.html`,
  eleventyExcludeFromCollections: true,
}

export const render = ({ list: [category, solutions] }) =>
  frame({
    title: category,
    description: category,
    path: `/solutions/${category}`,
    main: `<h1>${category}</h1>\n<ul>\n${solutions.map(item).join('\n')}\n</ul>`,
  })

const item = ({ data: { title, source, evidence }, filePathStem: path, content }) =>
  `<li><a href="${path}">${escaped(title)}</a> ${evidence}<p>${escaped(entryOf({ title, source, path, html: content }).fix)}</p></li>`
