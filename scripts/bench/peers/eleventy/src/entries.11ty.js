import { entryOf } from '../entry.js'

/** A JSON entry per page. */
export const data = {
  pagination: { data: 'collections.solutions', size: 1, alias: 'solution' },
  permalink: ({ solution }) => `${solution.filePathStem}.json`,
  eleventyExcludeFromCollections: true,
}

export const render = ({ solution }) => JSON.stringify(entryOfItem(solution))

const entryOfItem = ({ data, filePathStem, content }) =>
  entryOf({ title: data.title, source: data.source, path: filePathStem, html: content })
