import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Example, isCatalogExample, type PageExample } from '../../src/checks/data.ts'
import type { Rule } from '../../src/checks/rule.ts'
import { rules as allRules, checkPage, checkText } from '../../src/checks/rules.ts'
import { findSecrets } from '../../src/checks/secret.ts'
import { parseSolution } from '../../src/content/parse-page.ts'
import { readConfig } from '../../src/content/read-config.ts'
import { type Problem, problemCodes, reportInto } from '../../src/model/problem.ts'
import { check } from '../../src/pipeline/check.ts'
import { configProblem } from '../../src/pipeline/live-catalog.ts'
import { contentFolder } from '../catalog.ts'
import { exampleFolder, examplePage } from './example-page.ts'

const rules = allRules()
const retired =
  '- { vendor: OpenAI, date: 2026-10-23, source: "https://developers.openai.com", names: [gpt-4] }'
const site = readConfig(contentFolder({ 'retired.yaml': retired }))
const path = 'solutions/tool-failure/example.md'

/** What the rules say of one page, without the cut that the index makes of it. */
function problemsOfPage(example: PageExample, list: readonly Rule[]): Problem[] {
  const source = { path, text: examplePage(example) }
  const problems: Problem[] = []
  const report = reportInto(problems, path)
  checkText(source, report, list)
  const parsed = parseSolution(source, site.labels, report)
  if (parsed) checkPage(parsed, site, report, list)
  return problems
}

/** Rules of one page find their examples there; all others are checked in a catalog. */
async function problemsOf(example: Example, list?: readonly Rule[]): Promise<readonly Problem[]> {
  if (list && !isCatalogExample(example)) return problemsOfPage(example, list)
  const catalog = isCatalogExample(example) ? example : { files: { [path]: example } }
  const content = exampleFolder(catalog)
  const { published } = catalog
  try {
    return (
      await check(content, {
        published: published && {
          site: 'catalog',
          solutions: new Map(published.map((id) => [id, undefined])),
          guides: [],
          count: published.length,
        },
      })
    ).problems
  } catch (error) {
    return [configProblem(error, content)]
  }
}

const ofOnePage = ({ checkText, checkPage }: Rule): boolean =>
  [checkText, checkPage].some((hook) => hook !== undefined)

it('a clean page has no problem', async () => {
  expect(await problemsOf({})).toEqual([])
})

it('a proof against a server of the page needs a source that says the same of the real one', async () => {
  const symptom = '- `spawn npx ENOENT`\n\n```js file=server.mjs run=reproduce\ncreateServer()\n```'
  const fix = 'Run `npx`.\n\n```bash run=fix\nnpx --version\n```'
  const page = examplePage({ frontmatter: 'evidence: reproduced', symptom, fix })
  const found = async (text: string) =>
    (await check(contentFolder({ [path]: text }))).problems.filter(({ code }) => code === 'quality/evidence')
  expect(await found(page)).toEqual([])
  expect(await found(page.replace(/^source: .*\n/m, ''))).toHaveLength(1)
})

it('every code is in the list once', () => {
  expect(rules.map(({ code }) => code)).toEqual([...problemCodes].sort())
  expect(new Set(problemCodes).size).toBe(83)
})

it('the list of rules holds no key that a scanner reports', () => {
  expect(findSecrets(readFileSync('src/checks/data/rules.yaml', 'utf8'))).toEqual([])
})

describe.each(rules.map((rule) => ({ rule, code: rule.code })))('$code', ({ rule, code }) => {
  const list = ofOnePage(rule) ? rules : undefined

  it.each(rule.bad.map((example) => ({ example, name: JSON.stringify(example).slice(0, 100) })))(
    'finds $name',
    async ({ example }) => {
      const found = (await problemsOf(example, list)).filter((problem) => problem.code === code)
      expect(found).not.toEqual([])
      for (const problem of found) {
        expect(problem.message).toMatch(/^(?:Unexpected|Missing) |^\//)
        expect(problem.severity).toBe(rule.severity)
        if (isCatalogExample(example)) continue
        const lines = examplePage(example).split('\n')
        expect(problem.line).toBeGreaterThanOrEqual(1)
        expect(problem.line).toBeLessThanOrEqual(lines.length)
        expect(problem.column).toBeGreaterThanOrEqual(1)
        expect(problem.column).toBeLessThanOrEqual((lines[problem.line - 1] ?? '').length + 1)
      }
    },
  )

  it.each(rule.good.map((example) => ({ example, name: JSON.stringify(example).slice(0, 100) })))(
    'lets $name pass',
    async ({ example }) => {
      expect((await problemsOf(example, list)).filter((problem) => problem.code === code)).toEqual([])
    },
  )

  it.runIf(ofOnePage(rule))('is needed: without it an example goes unfound', async () => {
    const others = rules.filter((other) => other !== rule)
    const found = await Promise.all(rule.bad.map((example) => problemsOf(example, others)))
    expect(found.some((problems) => problems.every((problem) => problem.code !== code))).toBe(true)
  })
})
