import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../src/cli/environment.ts'
import { makeProgram } from '../src/cli/program.ts'
import { parseMarkdown } from '../src/content/parse-markdown.ts'
import { nodesOf } from '../src/model/document.ts'
import { root } from './catalog.ts'

/* What the papers say of the program and its folders is true. */

const papers = readdirSync(root).filter((name) => name.endsWith('.md'))
const textOf = (name: string): string => readFileSync(join(root, name), 'utf8')
const silent = { version: '0', stdout: () => {}, stderr: () => {} } as unknown as Environment
const commands = new Map(
  makeProgram(silent).commands.map((command) => [
    command.name(),
    command.options.map(({ long }) => long ?? ''),
  ]),
)

describe.each(papers)('%s', (name) => {
  test('links only to what is there', () => {
    const links = nodesOf(parseMarkdown(textOf(name), 0)).flatMap((node) =>
      node.type === 'link' && !/^(https:|#)/.test(node.url) ? [node.url.replace(/#.*/, '')] : [],
    )
    expect(links.filter((link) => !existsSync(join(root, dirname(name), link)))).toEqual([])
  })

  test('names only commands, flags and files of the program that there are', () => {
    const code = nodesOf(parseMarkdown(textOf(name), 0)).flatMap((node) =>
      node.type === 'inlineCode' || node.type === 'code' ? node.value.split('\n') : [],
    )
    const wrong = code.flatMap((line) => {
      const [, command = '', rest = ''] = /(?:^|npx |main\.js )fixdex ([a-z]+)(.*)$/.exec(line) ?? []
      if (command === '') return []
      const known = commands.get(command)
      const flags = rest.replace(/#.*/, '').match(/--[a-z][a-z-]*/g) ?? []
      return known === undefined ? [command] : flags.filter((flag) => !known.includes(flag))
    })
    expect(wrong).toEqual([])
    const files = code.flatMap((line) => line.match(/\b(?:scripts|templates|src)\/[\w/.-]*\w/g) ?? [])
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

test('the README lists every command', () => {
  const listed = [...textOf('README.md').matchAll(/^fixdex ([a-z]+) /gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual([...commands.keys()].sort())
})
