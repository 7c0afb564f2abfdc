import { frame } from './_includes/frame.js'

export const data = { permalink: '/index.html', eleventyExcludeFromCollections: true }

export const render = ({ collections: { solutions } }) => {
  const categories = [...new Set(solutions.map(({ filePathStem }) => filePathStem.split('/').at(-2)))]
  const list = categories.map((category) => `<li><a href="/solutions/${category}">${category}</a></li>`)
  return frame({ title: 'Fixdex', description: 'Fixes', path: '/', main: `<ul>${list.join('')}</ul>` })
}
