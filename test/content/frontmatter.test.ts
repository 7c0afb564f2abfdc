import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFrontmatter } from '../../src/content/frontmatter.ts'
import { type Problem, reportInto } from '../../src/model/problem.ts'
import { frontmatterSchema } from '../../src/model/solution.ts'
import { validSolution } from '../valid-solution.ts'

function parse(text: string) {
  const problems: Problem[] = []

  const front = parseFrontmatter(text, frontmatterSchema, reportInto(problems, 'x.md'))
  return { front, problems, places: problems.map(({ code, line, column }) => `${code} ${line}:${column}`) }
}

const withKeys = (keys: string) => `---\ntitle: "T"\n${keys}\n---\n\nbody\n`

test('a valid file gives data, the places of its keys and where the body starts', () => {
  const { front, problems } = parse(validSolution)
  expect(problems).toEqual([])
  expect(front?.data).toMatchObject({
    title: 'Example: connect ECONNREFUSED 127.0.0.1:5432',
    attempts: 3,
    lang: 'en',
  })
  expect(validSolution.slice(front?.bodyStart)).toMatch(/^\n## Symptom/)
  expect(front?.placeOf('attempts')).toEqual({ line: 11, column: 1 })
  expect(front?.placeOf('affects', 0, 'versions')).toEqual({ line: 7, column: 5 })
})

describe('what is refused, and where', () => {
  test.each<[string, string, string]>([
    ['no frontmatter', '# Title\n', 'frontmatter/missing 1:1'],
    ['an engine', '---js\n{title: 1}\n---\n', 'frontmatter/missing 1:1'],
    ['a byte before the mark', ' ---\ntitle: x\n---\n', 'frontmatter/missing 1:1'],
    ['an unclosed block', '---\ntitle: x\n', 'frontmatter/missing 2:1'],
    ['a closing mark of two dashes', '---\ntitle: x\n--\n\n## Fix\n', 'frontmatter/missing 3:1'],
    ['a key without its colon', '---\ntitle: x\nerrors\n  - a: b\n---\n', 'frontmatter/yaml 3:1'],
    ['a missing title', '---\nerrors: [x]\n# title: x\n---\n', 'frontmatter/value 3:1'],
    ['text glued to the end mark', '---\ntitle: x\n---words\n', 'frontmatter/missing 3:4'],
    ['a fourth dash', '---\ntitle: x\n----\n', 'frontmatter/missing 3:4'],
    ['an alias', withKeys('source: &a https://a.example\nreferences: [*a]'), 'frontmatter/yaml 4:15'],
    ['a tag', withKeys('source: !!js/function x'), 'frontmatter/yaml 3:9'],
    ['a doubled key', withKeys('title: y'), 'frontmatter/yaml 3:1'],
    ['deep nesting', withKeys('errors: [[[[["x"]]]]]'), 'frontmatter/yaml 3:12'],
    ['a merge key', withKeys('<<: {lang: ko}'), 'frontmatter/unknown-key 3:1'],
    ['__proto__', withKeys('__proto__: {lang: ko}'), 'frontmatter/unknown-key 3:1'],
    ['an unknown key', withKeys('tilte: x'), 'frontmatter/unknown-key 3:1'],
    ['the slug', withKeys('slug: x'), 'frontmatter/unknown-key 3:1'],
    [
      'an unknown key inside',
      withKeys('affects:\n  - product: x\n    verisons: "1"'),
      'frontmatter/unknown-key 5:5',
    ],
    ['a number for a text', withKeys('errors: [401]'), 'frontmatter/value 3:10'],
    ['a bad range', withKeys('affects:\n  - product: x\n    versions: "newest"'), 'frontmatter/value 5:5'],
    ['a day that is none', withKeys('reviewed: 2026-02-30'), 'frontmatter/value 3:1'],
    ['a scheme', withKeys('source: javascript:alert(1)'), 'frontmatter/value 3:1'],
    ['an unknown grade', withKeys('evidence: confrimed'), 'frontmatter/value 3:1'],
    ['a long title', `---\ntitle: "${'x'.repeat(121)}"\n---\n`, 'frontmatter/value 2:1'],
    ['a list', '---\n- a\n---\n', 'frontmatter/yaml 2:1'],
    ['nothing', '---\n---\n', 'frontmatter/value 2:1'],
    ['2,049 bytes', `---\ntitle: "${'x'.repeat(2041)}"\n---\n`, 'frontmatter/size 2:1'],
  ])('%s', (_, text, place) => {
    const { front, places } = parse(text)
    expect(front).toBeUndefined()
    expect(places).toEqual([place])
  })
})

test('a bad block is refused the second time as well', () => {
  const text = withKeys('title: y')
  expect(parse(text).places).toEqual(parse(text).places)
  expect(parse(text).front).toBeUndefined()
})

test('nothing of a frontmatter runs', () => {
  for (const language of ['js', 'javascript', ' JavaScript', 'json', 'coffee', 'constructor']) {
    expect(parse(`---${language}\n{ title: (globalThis.ran = 1) }\n---\n`).front).toBeUndefined()
  }
  expect('ran' in globalThis).toBe(false)
})

test('every key that is offered is near the one that was written', () => {
  const { problems } = parse(withKeys('atempts: 3'))
  expect(problems[0]?.message).toContain('did you mean `attempts`?')
})

test('any text gives data or a problem with a place inside the file, and never throws', () => {
  const nasty = fc.constantFrom(
    '---',
    '\n',
    ': ',
    '- ',
    '"',
    "'",
    '&a',
    '*a',
    '!!js',
    '{',
    '}',
    '[',
    ']',
    '? ',
    '|',
    '>',
    '#',
    'title',
    '\t',
    '\\',
    '<<',
    '%',
    '@',
    '😀',
    '\u2028',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 60 }), (pieces) => {
      const text = `---\n${pieces.join('')}\n---\n`
      const { front, problems } = parse(text)
      expect(front === undefined).toBe(problems.length > 0)
      for (const { line } of problems) expect(line).toBeLessThanOrEqual(text.split('\n').length)
    }),
    { numRuns: 2000 },
  )
})
