import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../src/cli/environment.ts'
import { readPublished } from '../src/cli/read-published.ts'
import type { Problem } from '../src/model/problem.ts'
import { check } from '../src/pipeline/check.ts'
import { buildCatalog, contentFolder, root, temporaryFolder } from './catalog.ts'
import { start } from './serve/process.ts'
import { solutionNamed as page, validGuide } from './valid-solution.ts'

/* `fixdex check --against` what is published. */

const names = Array.from({ length: 20 }, (_, at) => `p${at}`)
const files = {
  ...Object.fromEntries(names.map((name) => [`solutions/general/${name}.md`, page(name)])),
  'solutions/auth/moved.md': page('Moved', 'aliases: [auth/before]'),
  'solutions/auth/wrong.md': page('Wrong', 'withdrawn: It was never true.'),
  'guides/connections.md': validGuide.replace('connect-econnrefused', 'p0'),
}
const { out } = await buildCatalog(contentFolder(files))
const index = join(out, 'catalog/solutions.json')
const manifest = join(out, 'catalog/manifest.json')

/** The content after a change. */
function changed(change: (hands: { remove: Remove; write: Write; move: Move }) => void): string {
  const content = contentFolder(files)
  const at = (path: string) => join(content, path)
  change({
    remove: (path) => rmSync(at(path)),
    write: (path, text) => {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    move: (from, to) => {
      mkdirSync(dirname(at(to)), { recursive: true })
      renameSync(at(from), at(to))
    },
  })
  return content
}
type Remove = (path: string) => void
type Write = (path: string, text: string) => void
type Move = (from: string, to: string) => void

/** The command as a process. */
async function command(content: string, ...args: string[]) {
  const { ended, printed } = start(['check', '--content', content, ...args])
  const status = await ended
  return { status, printed: printed() }
}

/** What is told of addresses and count. */
async function lost(content: string, against: string, allowDrop = false): Promise<Problem[]> {
  const published = await readPublished(against, environment)
  return (await check(content, { published, allowDrop })).problems.filter(({ code }) =>
    /^(?:address|catalog)\//.test(code),
  )
}

const environment = {
  cwd: root,
  fetch: globalThis.fetch,
  processors: 1,
  wallClock: () => 0,
} as unknown as Environment

const codes = (told: readonly Problem[]) => told.map(({ code, path }) => `${code} ${path}`)

describe('addresses', () => {
  test.each([
    ['the site’s folder', join(out, 'catalog')],
    ['the folder of the build', out],
    ['its index', index],
    ['its manifest', manifest],
  ])('that stay are fine, against %s', async (_, against) => {
    expect(await lost(contentFolder(files), against)).toEqual([])
  })

  test('that vanish are problems, each with its repair', async () => {
    const content = changed(({ remove, move }) => {
      remove('solutions/general/p3.md')
      move('solutions/general/p4.md', 'solutions/memory/p4-renamed.md')
    })
    expect(await lost(content, index)).toMatchObject([
      {
        code: 'address/vanished',
        message: expect.stringContaining('/catalog/solutions/general/p3'),
        hint: expect.stringMatching(
          /^Add `aliases: \[general\/p3\]` to the page that took its place, or .*`withdrawn/,
        ),
      },
      {
        code: 'address/vanished',
        hint: expect.stringMatching(/`aliases: \[general\/p4\]` to solutions\/memory\/p4-renamed\.md/),
      },
    ])
  })

  test('are kept by an alias, by a withdrawal and by a successor', async () => {
    const content = changed(({ write, remove }) => {
      remove('solutions/general/p3.md')
      write('solutions/memory/p3.md', page('p3', 'aliases: [general/p3]'))
      write('solutions/general/p4.md', page('p4', 'withdrawn: It was never true.'))
    })
    expect(await lost(content, out)).toEqual([])
  })

  test('of pages that moved or were withdrawn, and of guides, are known to the manifest', async () => {
    const content = changed(({ write, remove, move }) => {
      write('solutions/auth/moved.md', page('Moved'))
      remove('solutions/auth/wrong.md')
      move('guides/connections.md', 'guides/other.md')
    })
    expect(codes(await lost(content, index))).toEqual([])
    expect(codes(await lost(content, manifest))).toEqual([
      'address/vanished guides/connections.md',
      'address/vanished solutions/auth/before.md',
      'address/vanished solutions/auth/wrong.md',
    ])
  })

  test('of a file that can’t be read have not vanished', async () => {
    const content = changed(({ write }) => write('solutions/general/p3.md', 'x'))
    expect(await lost(content, out)).toEqual([])
  })

  test('below another site are told once', async () => {
    const content = changed(({ write }) =>
      write(
        'site.yaml',
        readFileSync('test/fixtures/site.yaml', 'utf8').replace(/^site: .*$/m, 'site: errors'),
      ),
    )
    expect(codes(await lost(content, out))).toEqual(['address/vanished site.yaml'])
  })

  test('are told in every format, whatever files are asked for', async () => {
    const content = changed(({ remove }) => remove('solutions/general/p3.md'))
    const asked = join(content, 'solutions/general/p1.md')
    for (const format of ['pretty', 'github', 'sarif']) {
      const { printed, status } = await command(content, asked, '--against', out, '--format', format)
      expect(status, format).toBe(1)
      expect(printed, format).toContain('address/vanished')
      expect(printed, format).toContain('solutions/general/p3')
    }
  })

  test('that stay are a word at the end', async () => {
    const { status, printed } = await command(contentFolder(files), '--against', out)
    expect(printed).toMatch(/no problem, every published address stays\n$/)
    expect(status).toBe(0)
  })
})

describe('the count', () => {
  const withdrawn = (count: number) =>
    changed(({ write }) => {
      for (const name of names.slice(0, count))
        write(`solutions/general/${name}.md`, page(name, 'withdrawn: It was never true.'))
    })

  test('may drop by one in twenty, and by more only when told so', async () => {
    expect(codes(await lost(withdrawn(1), out))).toEqual([])
    expect(codes(await lost(withdrawn(2), out))).toEqual(['catalog/shrunk site.yaml'])
    expect(codes(await lost(withdrawn(2), out, true))).toEqual([])
  })

  test('that drops is no leave to let addresses vanish', async () => {
    const content = changed(({ remove }) => {
      for (const name of names.slice(1, 3)) remove(`solutions/general/${name}.md`)
    })
    expect(codes(await lost(content, out, true))).toEqual([
      'address/vanished solutions/general/p1.md',
      'address/vanished solutions/general/p2.md',
    ])
  })
})

describe('what is published elsewhere', () => {
  test('is fetched, from this machine by http too', async () => {
    const server = createServer((request, response) => {
      response.end(readFileSync(join(out, request.url ?? '')))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const content = changed(({ remove }) => remove('solutions/general/p3.md'))
    for (const path of ['/catalog', '/catalog/', '/catalog/solutions.json', '/catalog/manifest.json'])
      expect(codes(await lost(content, origin + path)), path).toEqual([
        'address/vanished solutions/general/p3.md',
      ])
    server.close()
  })

  test('that can’t be had is a fault', async () => {
    const server = createServer((request, response) => {
      const path = request.url ?? ''
      if (path === '/page.json') response.end('{"login":"please"}')
      else if (path === '/torn.json') response.end(readFileSync(index, 'utf8').slice(0, 900))
      else if (path === '/away.json')
        response.writeHead(302, { Location: `http://localhost:${port}/x.json` }).end()
      else response.writeHead(path === '/x.json' ? 200 : 404).end('{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const fault = (from: string) => expect(readPublished(from, environment)).rejects
    const origin = `http://127.0.0.1:${port}`
    await fault(`${origin}/missing`).toThrow('answered 404')
    await fault(`${origin}/page.json`).toThrow('truncated or not a Fixdex file')
    await fault(`${origin}/torn.json`).toThrow('not JSON')
    await fault(`${origin}/away.json`).toThrow('redirects to another origin')
    await fault('http://catalog.example.org/solutions.json').toThrow('not an https address')
    await fault(temporaryFolder()).toThrow('No built catalog')
    await fault('missing.json').toThrow('ENOENT')
    await fault('package.json').toThrow('truncated or not a Fixdex file')
    server.close()
  })

  test('is one line and exit code 2 when it can’t be had', async () => {
    const { status, printed } = await command(contentFolder(files), '--against', temporaryFolder())
    expect(printed).toMatch(/^fixdex: [^\n]*\n {2}[^\n]*\n$/)
    expect(status).toBe(2)
  })

  test('can’t be watched', async () => {
    expect((await command(contentFolder(files), '--against', out, '--watch')).status).toBe(2)
  })
})
