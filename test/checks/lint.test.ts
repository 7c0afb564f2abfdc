import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { lint, lintText, rules } from '../../src/checks/lint.ts'
import type { Example, Rule } from '../../src/checks/rule.ts'
import { parseSolution } from '../../src/content/parse-page.ts'
import { readConfig } from '../../src/content/read-config.ts'
import { type Problem, reportInto } from '../../src/model/problem.ts'
import { compileFile } from '../../src/pipeline/compile-file.ts'
import { labelsFor } from '../../src/render/solution.ts'
import { examplePage } from './example-page.ts'

const site = readConfig(fileURLToPath(new URL('../../content', import.meta.url)))
const path = 'solutions/tool-failure/example.md'

function problemsOf(example: Example, list: readonly Rule[] = rules): Problem[] {
  const source = { path, text: examplePage(example) }
  const problems: Problem[] = []
  const report = reportInto(problems, path)
  lintText(source, report, list)
  const parsed = parseSolution(source, site.labels, report)
  if (parsed) lint(parsed, labelsFor(site, parsed.lang), report, list)
  return problems
}

it('a clean page has no problem', () => {
  expect(compileFile({ path, text: examplePage() }, site).problems).toEqual([])
})

describe.each(rules.map((rule) => ({ rule, code: rule.code })))('$code', ({ rule, code }) => {
  it('has a reason and examples', () => {
    expect(rule.why.length).toBeGreaterThan(30)
    expect(rule.good.length).toBeGreaterThan(0)
    expect(rule.bad.length).toBeGreaterThan(0)
  })

  it.each(rule.bad.map((example) => ({ example, name: JSON.stringify(example).slice(0, 100) })))(
    'finds $name',
    ({ example }) => {
      const found = problemsOf(example).filter((problem) => problem.code === code)
      expect(found).not.toEqual([])
      const lines = examplePage(example).split('\n')
      for (const { line, column, message } of found) {
        expect(line).toBeGreaterThanOrEqual(1)
        expect(line).toBeLessThanOrEqual(lines.length)
        expect(column).toBeGreaterThanOrEqual(1)
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? '').length + 1)
        expect(message).toMatch(/^Unexpected /)
      }
    },
  )

  it.each(rule.good.map((example) => ({ example, name: JSON.stringify(example).slice(0, 100) })))(
    'lets $name pass',
    ({ example }) => {
      expect(problemsOf(example).filter((problem) => problem.code === code)).toEqual([])
    },
  )

  it('is needed: without it an example goes unfound', () => {
    const others = rules.filter((other) => other !== rule)
    expect(
      rule.bad.some((example) => problemsOf(example, others).every((problem) => problem.code !== code)),
    ).toBe(true)
  })
})
