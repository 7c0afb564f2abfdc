import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/content/read-config.ts'
import { sectionKinds } from '../../src/model/vocabulary.ts'
import { compileFile } from '../../src/pipeline/compile-file.ts'
import { contentFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

const site = readConfig(contentFolder({}))
const compile = (text: string) => compileFile({ path: 'solutions/general/x.md', text }, site)
const places = (text: string) => compile(text).problems.map(({ code, line }) => `${code} ${line}`)

test('the valid solution has no problem', () => expect(compile(validSolution).problems).toEqual([]))

test.each<[string, (text: string) => string, string[]]>([
  ['a missing section', (t) => t.replace(/## Root Cause\n[\s\S]*?(?=## Fix)/, ''), ['section/missing 19']],
  ['a missing last section', (t) => t.replace(/## Environment\n[\s\S]*/, ''), ['section/missing 25']],
  [
    'a section behind a code block that is never closed',
    (t) => t.replace('## Fix', '```text\nss\n\n## Fix'),
    ['section/missing 23', 'section/missing 23'],
  ],
  ['an unknown one', (t) => t.replace('## Environment', '## Enviroment'), ['section/unknown 27']],
  ['a doubled one', (t) => `${t}\n## Fix\n\nAgain.\n`, ['section/duplicate 31']],
  [
    'the wrong order',
    (t) => t.replace('## Symptom', '## X').replace('## Fix', '## Symptom').replace('## X', '## Fix'),
    ['quality/symptom 23', 'section/order 19', 'section/order 23', 'text/instructions 25'],
  ],
  ['an empty one', (t) => t.replace('Any client on Linux and macOS.\n', ''), ['section/empty 27']],
  [
    'a first-level heading',
    (t) => t.replace('## Symptom', '# Title\n\n## Symptom'),
    ['section/title-heading 15'],
  ],
  [
    'text before the first section',
    (t) => t.replace('## Symptom', 'Hello.\n\n## Symptom'),
    ['section/stray-text 15'],
  ],
  [
    'another language’s headings',
    (t) => t.replace('## Environment', '## 환경'),
    ['section/missing 29', 'section/unknown 27'],
  ],
])('%s is a problem', (_, change, problems) => {
  expect(places(change(validSolution)).sort()).toEqual(problems.sort())
})

test('a heading in code or in a quote is no section', () => {
  const text = validSolution.replace(
    'Start the server',
    '```markdown\n## Fix\n```\n\n> ## Symptom\n\nStart the server',
  )
  expect(compile(text).problems).toEqual([])
})

test('an underlined heading is a section', () => {
  expect(compile(validSolution.replace('## Fix', 'Fix\n---')).problems).toEqual([])
})

test.each(Object.keys(site.labels))(
  'a page in %s has the headings of its language and is rendered with them',
  (lang) => {
    const { sections } = site.labels[lang] ?? { sections: {} as never }
    const text = validSolution
      .replace('reviewed: 2026-11-01\n', `reviewed: 2026-11-01\nlang: ${lang}\n`)
      .replace('## Symptom', `## ${sections.symptom}`)
      .replace('## Root Cause', `## ${sections['root-cause']}`)
      .replace('## Fix', `## ${sections.fix}`)
      .replace('## Environment', `## ${sections.environment}`)
      .replace(/^(?:Nothing|Start|Any) .*$| when the client starts\.$/gm, '`errno 111`')
    const { page, problems } = compile(text)
    expect(problems).toEqual([])
    const headings = page?.kind === 'solution' ? page.solution.sections.map(({ heading }) => heading) : []
    expect(headings).toEqual(
      sectionKinds.filter((kind) => kind !== 'checklist').map((kind) => sections[kind]),
    )
  },
)

test('the sections of a page are its text, whatever stands in them', () => {
  const pieces = fc.constantFrom(
    'word ',
    '\n\n',
    '- item\n',
    '> quote\n',
    '`## Fix`',
    '\n### Verify\n\n',
    '\n```text\n## Fix\n```\n',
    '<tag> ',
    '😀',
    '**',
    '_',
    '\\',
    '&amp;',
  )
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 30 }), (parts) => {
      const body = `start ${parts.join('')}`
      const { page, problems } = compile(validSolution.replace('Any client on Linux and macOS.', () => body))
      expect(problems).toEqual([])
      const section =
        page?.kind === 'solution'
          ? page.solution.sections.find(({ kind }) => kind === 'environment')
          : undefined
      expect(section?.markdown).toBe(body.trim())
    }),
    { numRuns: 300 },
  )
})
