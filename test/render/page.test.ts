import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/content/read-config.ts'
import type { Section } from '../../src/model/solution.ts'
import { compileFile } from '../../src/pipeline/compile-file.ts'
import { contentFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

const site = readConfig(contentFolder({}))

/** Compiles the valid solution with its Fix section replaced. */
function compileFix(fix: string) {
  const text = validSolution.replace(/## Fix\n[\s\S]*?(?=\n## Environment)/, () => `## Fix\n\n${fix}\n`)
  const { page, problems } = compileFile({ path: 'solutions/general/x.md', text }, site)
  if (page?.kind !== 'solution') throw new Error(JSON.stringify(problems))
  return {
    solution: page.solution,
    fix: page.solution.sections.find(({ kind }) => kind === 'fix') as Section,
    links: page.links,
  }
}

describe('what authors write is seen', () => {
  test.each([
    ['Set <your-token> here.', '&#x3C;your-token>'],
    [
      'It returns Promise<Response> or Map<string, number>.',
      'Promise&#x3C;Response> or Map&#x3C;string, number>',
    ],
    ['a < b && c > d', 'a &#x3C; b &#x26;&#x26; c > d'],
    ['Clone git@host.example:x.', '<p>Clone git@host.example:x.</p>'],
    ['Read [it][ref].\n\n[ref]: https://example.org/a', '<a href="https://example.org/a"'],
    [
      'Read [it][].\n\n[it]: https://example.org/b "shown nowhere"',
      '<a href="https://example.org/b" rel="nofollow noopener noreferrer">it</a>',
    ],
    ['| a | b |\n| - | -: |\n| 1 | 2 |', '<td align="right" data-label="b">2</td>'],
    [
      '| Error | Go to |\n| - | - |\n| 1 | a text that is too long for a column on a phone |',
      '<div class="table stacked"',
    ],
    [
      '| a `b` | c |\n| - | - |\n| 1 | 2 |',
      '<div class="table" role="group" tabindex="0" aria-label="a b, c"><table>\n<thead>\n<tr>\n<th scope="col">',
    ],
    [
      '### Do not\n\n- Wait.',
      '<div class="heading"><h3 id="do-not" class="do-not">Do not</h3><a href="#do-not" class="anchor" aria-labelledby="do-not">#</a></div>',
    ],
    ['- [x] done\n- [ ] open', '☑ done'],
    [
      '```python\nif x < 1:\n  pass\n```',
      '<pre tabindex="0"><code class="hljs language-python"><span class="hljs-keyword">if</span> x &#x3C; <span class="hljs-number">1</span>',
    ],
    ['```nosuchlanguage\na <b>\n```', '<code class="hljs language-nosuchlanguage">a &#x3C;b>\n</code>'],
    ['See [the other](second.md).', '<a href="/catalog/solutions/general/second">'],
    ['See [the guide](../../guides/g.md#part).', '<a href="/catalog/guide/g#part">'],
  ])('%j', (markdown, html) => expect(compileFix(markdown).fix.html).toContain(html))
})

test('a caution stands above its block, in sight', () => {
  const { fix } = compileFix('Remove it.\n\n```bash caution="Deletes <all> rows."\nrm db.sqlite\n```')
  expect(fix.html).toContain(
    '<p class="caution"><strong>Caution:</strong> Deletes &#x3C;all> rows.</p>\n<pre tabindex="0">',
  )
})

test.each([
  ['js file=src/ask.mjs', '<p class="block"><code>src/ask.mjs</code></p>\n<pre'],
  ['bash run=reproduce', '<details><summary class="block reproduces">Reproduces the error</summary><pre'],
  [
    'bash file=fix.sh run=fix caution="Ends it."',
    '<p class="block fixes"><code>fix.sh</code> Works with the fix</p>\n<p class="caution"><strong>Caution:</strong> Ends it.</p>\n<pre',
  ],
])('%s: what the fence says stands above its block', (fence, html) => {
  expect(compileFix(`Run it.\n\n\`\`\`${fence}\nnode app.mjs\n\`\`\``).fix.html).toContain(html)
})

test('headings have ids that are one of a kind on the page', () => {
  const { fix } = compileFix(
    'Do it.\n\n### Verify\n\nLook.\n\n### Verify\n\nLook again.\n\n### Fix\n\nAgain.\n\n### Main\n\nToo.',
  )
  expect([...fix.html.matchAll(/id="([^"]+)"/g)].map((match) => match[1])).toEqual([
    'verify',
    'verify-1',
    'fix-1',
    'main-1',
  ])
})

test('plain text keeps code, drops marks, and parts blocks by one space', () => {
  const { solution } = compileFix(
    'Run **`npm ci`** in <dir>.\n\n1. one\n2. two\n\n```bash\nnpm  ci\n```\n\n| a | b |\n| - | - |\n| c | d |',
  )
  expect(solution.fixText).toBe('Run npm ci in <dir>. one two npm ci a b c d')
})

test('the twin has absolute links, no link titles, and the words as written', () => {
  const { fix } = compileFix(
    'See [the *other*](second.md#fix "t"), [x](https://example.org "t") and [y][ref].\n\n[ref]: ../auth/z.md "t"',
  )
  expect(fix.markdown).toBe(
    'See [the *other*](https://catalog.example.org/catalog/solutions/general/second#fix), [x](https://example.org) and [y][ref].\n\n[ref]: https://catalog.example.org/catalog/solutions/auth/z',
  )
})

test('in the twin an address that would end at its parenthesis is bracketed', () => {
  const { fix } = compileFix(
    'See [x](<https://example.org/a)b>) and [z][y].\n\n[y]: <https://example.org/c)d>',
  )
  expect(fix.markdown).toBe(
    'See [x](<https://example.org/a)b>) and [z][y].\n\n[y]: <https://example.org/c)d>',
  )
})

test('links to other files are listed with their places', () => {
  expect(compileFix('See [the other](second.md).').links).toEqual([
    { kind: 'solutions', id: 'general/second', line: 25, column: 5 },
  ])
})

describe('expected token savings', () => {
  const savingsOf = (text: string, settings = site) => {
    const { page } = compileFile({ path: 'solutions/general/x.md', text }, settings)
    if (page?.kind !== 'solution') throw new Error('not compiled')
    return page.solution.sections.find(({ kind }) => kind === 'token-savings') as Section
  }

  test('are attempts times the tokens of one, less what the page costs', () => {
    const section = savingsOf(validSolution)
    const [page = 0, attempts, perAttempt, trial, saved] =
      section.markdown.replaceAll(',', '').match(/\d+/g)?.map(Number) ?? []
    expect([attempts, perAttempt, trial]).toEqual([3, 2000, 6000])
    expect(saved).toBe(Math.round((6000 - page) / 100) * 100)
    expect(page).toBeGreaterThan(100)
  })

  test('are not claimed where the number of attempts is unknown', () => {
    expect(savingsOf(validSolution.replace('attempts: 3\n', '')).markdown).toContain('no saving is claimed')
  })

  test('are not claimed where reading the page costs more than the attempts', () => {
    const section = savingsOf(validSolution, { ...site, tokens_per_attempt: 10 })
    expect(section.markdown).toContain('no saving is claimed')
  })

  test('are left as the author wrote them', () => {
    const text = validSolution.replace(
      '## Environment',
      '## Expected Token Savings\n\nMeasured: 9.\n\n## Environment',
    )
    expect(savingsOf(text).markdown).toBe('Measured: 9.')
  })
})
