import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFolder, root, temporaryFolder } from '../catalog.ts'
import { sandboxHere } from './sandbox.ts'
import { wheelOf } from './wheel.ts'

/*
 * Packages are strangers' code too. `trap` depends on a git repository whose own `.npmrc` names the program that npm
 * runs as git; `mute` has an install script; `plain` is what a page may well use.
 */

const outside = temporaryFolder()
const marker = join(outside, 'ran-outside')
const packages: Record<string, { manifest: object; tarball: Buffer }> = {}

function publish(name: string, manifest: object, files: Record<string, string> = {}): void {
  const dir = join(temporaryFolder(), 'package')
  const whole = { name, version: '1.0.0', ...manifest }
  mkdirSync(dir)
  for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(whole) }))
    writeFileSync(join(dir, file), text)
  const tarball = execFileSync('tar', ['-cz', '-C', join(dir, '..'), 'package'])
  packages[name] = { manifest: whole, tarball }
}

/** As the Python Package Index does, the index links to files of another host. */
function answerPip(path: string, response: ServerResponse): void {
  const file = 'answers-1.0.0-py3-none-any.whl'
  if (path === `/files/${file}`) return void response.end(wheelOf('1.0.0', 42))
  if (path !== '/simple/answers/') return void response.writeHead(404).end()
  const address = registry().replace('127.0.0.1', 'localhost').replace('/npm', `/files/${file}`)
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="${address}">${file}</a>`)
}

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  if (!request.url?.startsWith('/npm/')) return answerPip(request.url ?? '', response)
  const name = /^\/npm\/([a-z]+)(\/-\/)?/.exec(request.url ?? '')?.[1] ?? ''
  const found = packages[name]
  if (found === undefined) return void response.writeHead(404).end('{"error":"not found"}')
  if (request.url?.includes('/-/')) return void response.end(found.tarball)
  const integrity = `sha512-${createHash('sha512').update(found.tarball).digest('base64')}`
  const dist = { tarball: `${registry()}/${name}/-/${name}-1.0.0.tgz`, integrity }
  const versions = { '1.0.0': { ...found.manifest, dist } }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }))
})
const registry = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())

/** A repository whose preparation makes npm call `git` as its `.npmrc` wants it. */
function trap(): string {
  const repository = join(outside, 'repository')
  mkdirSync(repository)
  const devDependencies = { next: 'git+https://127.0.0.1:9/none.git' }
  const manifest = { name: 'repository', version: '1.0.0', scripts: { prepare: 'true' }, devDependencies }
  writeFileSync(join(repository, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(repository, '.npmrc'), 'git=./evil.sh\n')
  writeFileSync(join(repository, 'evil.sh'), `#!/bin/sh\nenv > ${marker}\nexit 1\n`, { mode: 0o755 })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: repository })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'trap')
  return `git+file://${repository}`
}

const jsBlock = (name: string) => `\`\`\`js run=reproduce
const { answer } = await import('${name}')
console.error(\`the answer is \${answer}\`)
process.exitCode = 1
\`\`\``

const page = (name: string, block = jsBlock(name)) => `---
title: A page that needs a package of strangers
errors: ["the answer is 42"]
packages: ["${name}@1.0.0"]
retry: no
attempts: 1
reviewed: 2026-11-01
evidence: reproduced
---

## Symptom

${block}

## Root Cause

It does not matter.

## Fix

Print nothing.

\`\`\`bash run=fix
true
\`\`\`

## Environment

Node 20.
`

/** `verify` of a page, without blocking this process, which is the registry. */
function verify(name: string, block?: string): Promise<{ status: number | null; output: string }> {
  const content = contentFolder({ 'solutions/general/a-page.md': page(name, block) })
  const env = {
    ...process.env,
    npm_config_registry: registry(),
    PIP_INDEX_URL: registry().replace('/npm', '/simple'),
    XDG_CACHE_HOME: temporaryFolder(),
  }
  const cli = join(root, 'lib/cli/main.js')
  const child = spawn(process.execPath, [cli, 'verify', '--all', '--content', content, '--no-record'], {
    env,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((done) => child.once('close', (status) => done({ status, output })))
}

describe('packages that a page names', async () => {
  const it = test.skipIf((await sandboxHere()) === undefined)
  publish('plain', { type: 'module', exports: './index.js' }, { 'index.js': 'export const answer = 42\n' })
  publish(
    'mute',
    { type: 'module', exports: './index.js', scripts: { install: `env > ${marker}` } },
    { 'index.js': 'export const answer = 42\n' },
  )
  publish('trap', { dependencies: { repository: trap() } })

  it('come from the registry that npm is set to', async () => {
    expect(await verify('plain')).toMatchObject({ status: 0 })
    expect(asked).toContain('GET /npm/plain/-/plain-1.0.0.tgz')
  })

  it('come from the index that pip is set to, and from where it links', async () => {
    const block =
      '```python run=reproduce\nimport sys\nfrom answers import answer\nsys.exit(f"the answer is {answer}")\n```'
    expect(await verify('pypi:answers', block)).toMatchObject({ status: 0 })
    const missing = await verify('pypi:nothing', block)
    expect(missing.output).toContain('npm or pip could not install them')
  })

  it('run no script', async () => {
    expect(await verify('mute')).toMatchObject({ status: 0 })
    expect(existsSync(marker) && readFileSync(marker, 'utf8')).toBe(false)
  })

  it('run no program that a git dependency names, and see nothing of the caller', async () => {
    const { status, output } = await verify('trap')
    expect(existsSync(marker) && readFileSync(marker, 'utf8')).toBe(false)
    expect(status).not.toBe(0)
    expect(output).toContain('npm could not install them')
  })
})
