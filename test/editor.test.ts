import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../src/content/read-config.ts'
import { compileFile } from '../src/pipeline/compile-file.ts'
import { contentFolder, root } from './catalog.ts'
import { inProcess } from './in-process.ts'
import { validSolution } from './valid-solution.ts'

const settings = (file: string) => JSON.parse(readFileSync(join(root, '.vscode', file), 'utf8'))
const snippets: Record<string, { prefix: string; body: string[] }> = settings('markdown.code-snippets')
const site = readConfig(contentFolder({}))

/** A snippet with what it proposes at each of its places. */
const expanded = ({ body }: { body: string[] }): string => {
  const first = new Map<string, string>()
  return body
    .join('\n')
    .replace(/\$\{(\d+):((?:[^}\\]|\\.)*)\}/g, (_, place, text) => {
      first.set(place, text)
      return text
    })
    .replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1')
    .replace(/\$\{?(\d+)\}?/g, (_, place) => first.get(place) ?? '')
    .replace('$CURRENT_YEAR-$CURRENT_MONTH-$CURRENT_DATE', '2026-11-20')
}

const errorsOf = (path: string, text: string) =>
  compileFile({ path, text }, site).problems.filter(({ severity }) => severity === 'error')

test.each(Object.entries(snippets))('the snippet “%s” is what a page may hold', (_, snippet) => {
  const text = expanded(snippet)
  expect(text).not.toContain('$')
  if (snippet.prefix === 'solution') expect(errorsOf('solutions/auth/x.md', text)).toEqual([])
  else if (snippet.prefix === 'guide') expect(errorsOf('guides/x.md', text)).toEqual([])
  else {
    const page = validSolution.replace('\n## Environment', () => `\n${text}\n\n## Environment`)
    expect(errorsOf('solutions/auth/x.md', page)).toEqual([])
  }
})

test('every task runs a command that there is', async () => {
  const { tasks } = settings('tasks.json')
  const { stdout } = await inProcess(['--help'], { cwd: root })
  for (const { command } of tasks) {
    const [, name] = /^npx fixdex (\w+)/.exec(command) ?? []
    expect(stdout, command).toMatch(new RegExp(`^ {2}${name} `, 'm'))
  }
})
