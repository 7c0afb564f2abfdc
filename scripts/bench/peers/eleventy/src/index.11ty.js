import { entryOf } from '../entry.js'

/** The index of all pages. */
export const data = { permalink: '/index.json', eleventyExcludeFromCollections: true }

export const render = ({ collections: { solutions } }) => {
  const entries = solutions.map(({ data: { title, source }, filePathStem: path, content }) =>
    entryOf({ title, source, path, html: content }),
  )
  return JSON.stringify({ count: entries.length, solutions: entries })
}
