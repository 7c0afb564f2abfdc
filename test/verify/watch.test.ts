import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentFolder, root } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

/* `fixdex watch` as a process, with a registry of its own. */

const repository = { url: 'git+https://github.com/acme/tool.git' }
const answers: Readonly<Record<string, object>> = {
  '/npm/tool/latest': { version: '3.0.1', repository },
  '/npm/tool': { time: { '3.0.1': '2026-11-02T10:00:00.000Z' } },
  '/npm/known/latest': { version: '2.9.0', repository },
}
const server = createServer((request, response) => {
  const answer = answers[request.url ?? '']
  response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}))
})
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => void server.close())

test('names the packages whose newest major no page knows, and what could not be asked', async () => {
  const page = (name: string, lines: string) => [
    `solutions/general/${name}.md`,
    validSolution.replace('retry:', `${lines}\nretry:`),
  ]
  const content = contentFolder({
    ...Object.fromEntries([
      page('tool', 'packages: ["tool@1.4.0", "gone@1.0.0"]'),
      page('known', 'packages: ["known@1.0.0"]').map((text) =>
        text.replace('product: node', 'product: known'),
      ),
    ]),
    'watched.yaml': 'Known: { npm: known }\n',
  })
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`
  const child = spawn(process.execPath, [join(root, 'lib/cli/main.js'), 'watch', '--content', content], {
    env: { ...process.env, npm_config_registry: registry },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const status = await new Promise((done) => child.once('close', done))
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: '2026-11-02 tool 3.0.1 (pages know 1): https://github.com/acme/tool/releases\n',
  })
  expect(stderr).toMatch(/^not asked: gone: 127\.0\.0\.1:\d+ answers 404\n$/)
})
