import { placeOf, walk } from '../model/document.ts'
import { addressProblem } from '../model/https-url.ts'
import { sourceTarget } from '../model/source-link.ts'
import type { Rule } from './rule.ts'

export const linkAddress: Rule = {
  code: 'link/address',
  why: 'A link leads to an https page on a named host, to another file of the catalog, or to a heading of the page.',
  good: [
    { fix: 'Read [the documentation](https://example.org/docs).' },
    { fix: 'Open http://localhost:3000 in a browser.' },
  ],
  bad: [
    { fix: 'Read [this](http://example.org/).' },
    { fix: 'Read [this](javascript:alert(1)).' },
    { fix: 'Read [this](//example.org/).' },
    { fix: 'Read [this](https://user:word@example.org/).' },
    { fix: 'Read [this](other-page).' },
  ],
  check({ document }, report) {
    for (const { node } of walk(document.tree)) {
      if (node.type !== 'link' && node.type !== 'definition') continue
      if (
        node.url.startsWith('#') ||
        sourceTarget(document.path, node.url) ||
        isMailOfText(node.url, node.type)
      )
        continue
      const problem = addressProblem(node.url)
      if (problem === undefined) continue
      report(
        'link/address',
        placeOf(node),
        `Unexpected address that ${problem}, expected https, or a relative path to a \`.md\` file of the catalog`,
        {
          hint: 'Link the https address, or put the text in inline code if it is no link.',
        },
      )
    }
  },
}

/** GFM makes a mail link of every `a@b.c` in prose; it is published as text. */
const isMailOfText = (url: string, type: string): boolean => type === 'link' && url.startsWith('mailto:')
