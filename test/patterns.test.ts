import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Literal } from 'acorn'
import { parse } from 'acorn'
import { full } from 'acorn-walk'
import { transformSync } from 'esbuild'
import fastGlob from 'fast-glob'
import { analyse } from 'scslre'
import { describe, expect, it, test, vi } from 'vitest'
import { contentFolder, root, temporaryFolder } from './catalog.ts'
import { examplePage } from './checks/example-page.ts'
import { githubBody, goodAnswers } from './intake/github-body.ts'

/*
 * Regular expressions see text of strangers, and one that backtracks hangs the program on a few bytes. So all of them
 * must take time linear in the text. The analysis ignores repetitions with an upper limit, so those of six and more
 * are also taken as if they had none.
 */

interface Pattern {
  readonly source: string
  readonly flags: string
}

const unlimited = (source: string): string =>
  source.replace(/\{(\d+),(\d+)\}/g, (whole, least, most) => (Number(most) >= 6 ? `{${least},}` : whole))

function isLinear({ source, flags }: Pattern): boolean {
  const backtracking = analyse({ source: unlimited(source), flags }).reports.filter(
    ({ type }) => type !== 'Move',
  )
  return backtracking.length === 0 && analyse({ source, flags }).reports.length === 0
}

/** The literals of one source file. */
function literalsOf(file: string): Pattern[] {
  const { code } = transformSync(readFileSync(file, 'utf8'), { loader: 'ts', target: 'es2023' })
  const found: Pattern[] = []
  full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (node) => {
    const { type, regex } = node as Literal
    if (type === 'Literal' && regex) found.push({ source: regex.pattern, flags: regex.flags })
  })
  return found
}

/** Those that the program puts together, seen where they are made. */
async function constructed(): Promise<Pattern[]> {
  vi.resetModules()
  const found: Pattern[] = []
  const original = globalThis.RegExp
  globalThis.RegExp = new Proxy(original, {
    construct(target, args: [string, string?]) {
      const made = new target(...args)
      // Those of packages are not ours to change.
      const [, , caller = ''] = (new Error().stack ?? '').split('\n')
      if (!/node_modules|count-tokens/.test(caller)) found.push({ source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    const { compileFile } = await import('../src/pipeline/compile-file.ts')
    const { readConfig } = await import('../src/content/read-config.ts')
    const path = 'solutions/general/a-page.md'
    compileFile({ path, text: examplePage() }, readConfig(contentFolder({})))
  } finally {
    globalThis.RegExp = original
  }
  return found
}

const distinct = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values(),
]

describe('every regular expression is linear', () => {
  it('finds those that are not', () => {
    const hangs = String.raw`-----BEGIN KEY-----[\sn]{0,40}(?:[a-z -]{1,80}[\sn]{1,40}){0,6}?[a-z]{40,80}`
    for (const source of [hangs, '(?:a+)+b', '^-[a-z]*f[a-z]*$', '[.,]+$'])
      expect(isLinear({ source, flags: 'g' }), source).toBe(false)
  })

  it('as written in the source', () => {
    const files = fastGlob.sync('src/**/*.ts', { cwd: root })
    const slow = distinct(files.flatMap((file) => literalsOf(join(root, file)))).filter(
      (one) => !isLinear(one),
    )
    expect(slow).toEqual([])
  })

  it('as put together by the program', async () => {
    const patterns = distinct(await constructed())
    expect(patterns.length).toBeGreaterThan(50)
    expect(patterns.filter((one) => !isLinear(one))).toEqual([])
  })
})

describe('the header of a private key and nothing that could be one', () => {
  const text = `-----BEGIN RSA PRIVATE KEY-----${'n '.repeat(40)}`
  const cli = join(root, 'lib/cli/main.js')
  // The pattern that was here backtracked for ever: the limit is far above what a busy machine needs.
  const minutes = 4
  const fixdex = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], { input, encoding: 'utf8', timeout: minutes * 60_000 })
  const page = examplePage({ symptom: `- \`${text}\` is printed.` })
  const content = contentFolder({ 'solutions/general/a-page.md': page })

  test.each([
    ['check', page],
    ['build', page],
    ['import', githubBody({ ...goodAnswers, error: text })],
  ])('does not hang `%s`', { timeout: (minutes + 1) * 60_000 }, (command, input) => {
    const out = command === 'build' ? ['--out', join(temporaryFolder(), 'dist')] : []
    expect(fixdex(input, command, '--content', content, ...out)).toMatchObject({ signal: null })
  })
})
