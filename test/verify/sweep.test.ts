import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFolder, root, temporaryFolder } from '../catalog.ts'
import { sandboxHere } from './sandbox.ts'
import { wheelOf } from './wheel.ts'

/** A package whose versions up to 2.0.0 have the error; 2.0.1 can’t be installed. */
const released = ['1.0.0', '2.0.0', '2.0.1', '2.1.0', '3.0.0', '4.0.0-beta.1']
const hasError = (version: string) => version < '2.0.1'

function tarball(version: string): Buffer {
  const dir = join(temporaryFolder(), 'package')
  mkdirSync(dir)
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'tool', version }))
  writeFileSync(join(dir, 'says'), hasError(version) ? 'the answer is 42\n' : 'fine\n')
  return execFileSync('tar', ['-cz', '-C', join(dir, '..'), 'package'])
}

const tarballs = new Map(released.map((version) => [version, tarball(version)]))

/** An index of Python packages that lists versions, as PEP 700 says. */
function answerPip(path: string, response: ServerResponse): void {
  const version = /^\/files\/answers-([\d.]+)-/.exec(path)?.[1]
  if (version !== undefined) return void response.end(wheelOf(version, version < '2' ? 42 : 43))
  const versions = ['1.0.0', '2.0.0', '2.1']
  const files = versions.map((version) => `answers-${version}-py3-none-any.whl`)
  const origin = registry().slice(0, -'/npm'.length)
  response.setHeader('content-type', 'application/vnd.pypi.simple.v1+json')
  response.end(
    JSON.stringify({
      meta: { 'api-version': '1.1' },
      name: 'answers',
      versions,
      files: files.map((filename) => ({ filename, url: `${origin}/files/${filename}`, hashes: {} })),
    }),
  )
}

const server = createServer((request, response) => {
  if (!request.url?.startsWith('/npm/')) return answerPip(request.url ?? '', response)
  const version = /^\/npm\/tool\/-\/tool-(.*)\.tgz$/.exec(request.url ?? '')?.[1]
  if (version === '2.0.1') return void response.writeHead(404).end()
  if (version !== undefined) return void response.end(tarballs.get(version))
  const versions = released.map((version) => {
    const integrity = `sha512-${createHash('sha512')
      .update(tarballs.get(version) ?? '')
      .digest('base64')}`
    const dist = { tarball: `${registry()}/tool/-/tool-${version}.tgz`, integrity }
    return [version, { name: 'tool', version, dist }]
  })
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      name: 'tool',
      'dist-tags': { latest: '3.0.0' },
      versions: Object.fromEntries(versions),
    }),
  )
})
const registry = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())

const page = (range: string) => `---
title: A page about a tool with versions
errors: ["the answer is 42"]
affects:
  - product: Tool
    versions: "${range}"
packages: ["tool@1.0.0"]
evidence: reproduced
retry: no
attempts: 1
reviewed: 2026-11-01
---

## Symptom

\`\`\`bash run=reproduce
cat node_modules/tool/says
\`\`\`

## Root Cause

It does not matter.

## Fix

Print nothing.

\`\`\`bash run=fix
python3 -c "open('node_modules/tool/package.json')"
\`\`\`

## Environment

Any.
`

/** Without blocking this process, which is the registry. */
function fixdex(...args: string[]): Promise<{ status: number | null; output: string }> {
  const env = {
    ...process.env,
    npm_config_registry: registry(),
    PIP_INDEX_URL: registry().replace('/npm', '/simple'),
    XDG_CACHE_HOME: temporaryFolder(),
  }
  const child = spawn(process.execPath, [join(root, 'lib/cli/main.js'), ...args], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((done) => child.once('close', (status) => done({ status, output })))
}

describe('a sweep', async () => {
  const it = test.skipIf((await sandboxHere()) === undefined)

  it('finds where the error ends, records it once, and the range must agree', async () => {
    const path = 'solutions/general/a-page.md'
    const content = contentFolder({ [path]: page('<2.1.0') })
    const record = () => JSON.parse(readFileSync(join(content, 'verified.json'), 'utf8'))['general/a-page']
    expect(await fixdex('verify', '--all', '--content', content)).toMatchObject({ status: 0 })

    expect(await fixdex('sweep', '--all', '--content', content)).toMatchObject({ status: 0 })
    expect(record().sweep.versions).toEqual({
      tool: {
        '1.0.0': 'shown',
        '2.0.0': 'shown',
        '2.0.1': 'not installed',
        '2.1.0': 'gone',
        '3.0.0': 'gone',
      },
    })
    expect((await fixdex('sweep', '--all', '--content', content)).output).toContain('0 pages measured')
    expect((await fixdex('check', '--content', content)).output).not.toContain('evidence/versions')

    writeFileSync(join(content, path), page('<2.0.0'))
    const checked = await fixdex('check', '--content', content)
    expect(checked.output).toContain('2.0.0 (shown)')
    expect(checked.status).toBe(1)
  })

  it('runs versions of a Python package under the product that the page names', async () => {
    const text = page('<2.0.0')
      .replace('product: Tool', 'product: answers (Python)')
      .replace('tool@1.0.0', 'pypi:answers@1.0.0')
      .replace(
        'cat node_modules/tool/says',
        'python3 -c "import answers; print(f\'the answer is {answers.answer}\')"',
      )
      .replace("open('node_modules/tool/package.json')", 'import answers')
    const content = contentFolder({ 'solutions/general/a-page.md': text })
    expect(await fixdex('verify', '--all', '--content', content)).toMatchObject({ status: 0 })
    expect(await fixdex('sweep', '--all', '--content', content)).toMatchObject({ status: 0 })
    const record = JSON.parse(readFileSync(join(content, 'verified.json'), 'utf8'))['general/a-page']
    expect(record.sweep.versions).toEqual({ 'answers (Python)': { '1.0.0': 'shown', '2.0.0': 'gone' } })
  })
})
