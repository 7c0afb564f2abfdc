import highlight from '@11ty/eleventy-plugin-syntaxhighlight'

/** The same pages as the catalog has: layout, highlighting, lists, a Markdown twin and a JSON entry per page, one index. */
export default function (config) {
  config.addPlugin(highlight)
  config.setQuietMode(true)
  config.amendLibrary('md', (markdown) => {
    markdown.core.ruler.push('ids and links', ({ tokens }) => {
      for (const [at, token] of tokens.entries()) {
        if (token.type === 'heading_open') token.attrSet('id', slugOf(tokens[at + 1].content))
        for (const child of token.children ?? []) if (child.type === 'link_open') withoutExtension(child)
      }
    })
  })
  return { dir: { input: 'src', output: 'out' }, markdownTemplateEngine: false }
}

const slugOf = (text) => text.toLowerCase().replaceAll(' ', '-')

function withoutExtension(link) {
  const to = link.attrGet('href')
  if (!to.includes(':')) link.attrSet('href', to.replace(/\.md$/, ''))
}
