import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildCatalog, contentFolder } from './catalog.ts'
import { smallCatalog, validSolution } from './valid-solution.ts'

/* What the maintainers say of an error, in every form of its page. */

const page = (code: string, change: (text: string) => string) =>
  change(
    validSolution
      .replace(/^title: .*$/m, `title: "${code}: the pump stopped"`)
      .replace('Error: connect ECONNREFUSED 127.0.0.1:…', `${code}: pump stopped by its valve`)
      .replace(/connect ECONNREFUSED 127\.0\.0\.1:5432/g, `${code}: pump stopped by its valve`),
  )
const states = ['open', 'by-design', 'workaround'] as const
const site = await buildCatalog(
  contentFolder({
    ...smallCatalog,
    ...Object.fromEntries(
      states.map((state, at) => [
        `solutions/auth/${state}.md`,
        page(`EPUMP${at}X`, (text) => text.replace(/^retry: .*$/m, (line) => `${line}\nupstream: ${state}`)),
      ]),
    ),
    'solutions/auth/repaired.md': page('EPUMP9X', (text) =>
      text.replace(/ {4}versions: .*\n/, '    versions: ">=18 <20.1.0"\n    fixed: "20.1.0"\n'),
    ),
  }),
)
const { entries } = site.json('catalog/match.json') as {
  entries: { id: string; upstream?: string; fixed?: object }[]
}
const entryOf = (id: string) => entries.find((entry) => entry.id === id)

const match = (code: string, ...flags: string[]) =>
  spawnSync(
    process.execPath,
    [join(site.out, 'catalog/fixdex.mjs'), 'match', '--index', site.out, ...flags],
    {
      input: `Error: ${code}: pump stopped by its valve\n`,
      encoding: 'utf8',
    },
  ).stdout

test.each(states)('%s is on the page, in its twin, in the match file and in answers', (state) => {
  const words = {
    open: 'no release fixes it yet',
    'by-design': 'meant to be so',
    workaround: 'recommend a workaround',
  }
  expect(site.text(`catalog/solutions/auth/${state}.html`)).toContain(words[state])
  expect(site.text(`catalog/solutions/auth/${state}.md`)).toContain(`\nupstream: ${state}\n`)
  expect(entryOf(`auth/${state}`)).toMatchObject({ upstream: state })
  const code = `EPUMP${states.indexOf(state)}X`
  expect(match(code)).toContain(`\nUpstream: ${state}\n`)
  expect(JSON.parse(match(code, '--json')).matches[0]).toMatchObject({ id: `auth/${state}`, upstream: state })
})

test('a fix is told with its version', () => {
  expect(site.text('catalog/solutions/auth/repaired.html')).toContain('(fixed in 20.1.0)')
  expect(site.text('catalog/solutions/auth/repaired.md')).toMatch(
    /\naffects: node .*\(fixed in 20\.1\.0\)\n[\s\S]*\nupstream: fixed\n/,
  )
  expect(entryOf('auth/repaired')).toMatchObject({ upstream: 'fixed', fixed: { node: '20.1.0' } })
  expect(match('EPUMP9X')).toContain('\nUpstream: fixed in node 20.1.0\n')
})

test('nothing is said where nothing is known, and the index has its six fields', () => {
  expect(entryOf('general/connect-econnrefused')).not.toHaveProperty('upstream')
  expect(site.text('catalog/solutions/general/connect-econnrefused.md')).not.toContain('upstream:')
  for (const entry of site.json('catalog/solutions.json').solutions as object[])
    expect(['title', 'category', 'url', 'symptom', 'fix', 'source']).toEqual(
      expect.arrayContaining(Object.keys(entry)),
    )
})
