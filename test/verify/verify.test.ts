import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PageResult } from '../../src/verify/verify-page.ts'
import { contentFolder, temporaryFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'
import { run } from './command.ts'
import { sandboxHere } from './sandbox.ts'

const sandbox = await sandboxHere()
const it = test.skipIf(sandbox === undefined)

const reproduce = '```js run=reproduce\nimport net from "node:net"\nnet.connect(5432)\n```'
const fix = '```bash run=fix\necho listening\n```'

/** A page with these blocks in Symptom and in Fix. */
const page = (inSymptom: string, inFix: string, frontmatter = ''): string =>
  validSolution
    .replace('evidence: documented\n', `evidence: documented\n${frontmatter}`)
    .replace('starts.\n', `starts.\n\n${inSymptom}\n`)
    .replace('port 5432.\n', `port 5432.\n\n${inFix}\n`)

const path = 'solutions/general/a.md'

/** Verifies one page, named by its file, in a catalog of its own. */
function verifyPage(text: string, ...flags: string[]) {
  const content = contentFolder({ [path]: text })
  return { content, ...run(['verify', join(content, path), '--content', content, ...flags]) }
}

/** Verifies pages in one catalog, and gives the result of each. */
function verifyAll(texts: readonly string[]): PageResult[] {
  if (sandbox === undefined) return []
  const files = texts.map((text, at) => [`solutions/general/page-${at + 10}.md`, text])
  const content = contentFolder(Object.fromEntries(files))
  return JSON.parse(run(['verify', '--all', '--json', '--content', content]).stdout)
}

describe('a page', () => {
  const proven: [string, string][] = [
    ['of Node', page(reproduce, fix)],
    [
      'whose reproduction succeeds with the message',
      page('```sh run=reproduce\nnode -e "require(\'net\').connect(5432)" || true\n```', fix),
    ],
    [
      'whose reproduction goes on after a failing command',
      page(
        '```bash run=reproduce\nfalse\ncat missing | cat\nnode -e "require(\'net\').connect(5432)" 2>&1 | cat\n```',
        fix,
      ),
    ],
    ['of Python', page(reproduce, '```python run=fix\nimport sys; print(sys.version)\n```')],
    ['of several of each', page(`${reproduce}\n\n${reproduce}`, `${fix}\n\n${fix}`)],
    [
      'whose file is replaced by the fix',
      page(
        '```js file=src/app.mjs\nimport net from "net"\nnet.connect(5432)\n```\n\n```bash run=reproduce\nnode src/app.mjs\n```',
        '```js file=src/app.mjs\nconsole.log(1)\n```\n\n```bash run=fix\nnode src/app.mjs | grep -x 1\n```',
      ),
    ],
    [
      'whose file is the block that runs',
      page('```cjs file=app.cjs run=reproduce\nrequire("net").connect(5432)\n```', fix),
    ],
    [
      'whose checks run',
      page(
        `${reproduce}\n\n\`\`\`bash run=confirm\necho Error: connect ECONNREFUSED 127.0.0.1:1\n\`\`\``,
        `${fix}\n\n\`\`\`bash run=verify\necho 1 | grep -x 1\n\`\`\``,
      ),
    ],
    [
      'whose message has one word, which its program holds too',
      page('```py run=reproduce\nimport os\nos.environ["HOME_X"]\n```', fix).replace(
        /^ {2}- "Error: .*$/m,
        `  - "KeyError: 'HOME_X'"`,
      ),
    ],
    ['that leaves a server running', page(reproduce, '```bash run=fix\nsleep 99 &\n```')],
  ]
  const proofs = verifyAll(proven.map(([, text]) => text))

  it.each(proven.map(([name], at) => ({ name, at })))('$name is proven', ({ at }) => {
    expect(proofs[at]).not.toHaveProperty('failure')
  })

  const refuted: [string, string, number, string, string][] = [
    [
      'reproduces nothing',
      page('```bash run=reproduce\ntrue\n```', fix),
      19,
      'one of the page’s errors',
      'it succeeded without any',
    ],
    [
      'prints its own message',
      page('```bash run=reproduce\necho Error: connect ECONNREFUSED 127.0.0.1:1\n```', fix),
      19,
      'a message that the program under test prints',
      'which stands in a block of the page itself',
    ],
    [
      'throws its own message',
      page(
        '```js file=a.mjs\nthrow new Error("connect ECONNREFUSED 127.0.0.1:1")\n```\n\n```bash run=reproduce\nnode a.mjs\n```',
        fix,
      ),
      23,
      'a message that the program under test prints',
      'which stands in a block of the page itself',
    ],
    [
      'fails with another message',
      page('```bash run=reproduce\nls missing\n```', fix),
      19,
      'one of the page’s errors',
      'it failed (exit code 2) without any',
    ],
    [
      'still prints the message',
      page(reproduce, '```bash run=fix\necho Error: connect ECONNREFUSED 127.0.0.1:2\n```'),
      32,
      'none of the page’s errors',
      '(exit code 0)',
    ],
    [
      'has a fix that fails',
      page(reproduce, '```bash run=fix\nexit 3\n```'),
      32,
      'exit code 0',
      'exit code 3',
    ],
    [
      'has a fix with a failing step',
      page(reproduce, '```bash run=fix\nfalse\ntrue\n```'),
      32,
      'exit code 0',
      'exit code 1',
    ],
    [
      'has a Confirm step that fails',
      page(`${reproduce}\n\n\`\`\`bash run=confirm\nexit 4\n\`\`\``, fix),
      24,
      'exit code 0',
      'exit code 4',
    ],
    [
      'has a Verify step that still prints the message',
      page(
        reproduce,
        `${fix}\n\n\`\`\`bash run=verify\necho Error: connect ECONNREFUSED 127.0.0.1:2\n\`\`\``,
      ),
      36,
      'none of the page’s errors',
      '(exit code 0)',
    ],
    [
      'is in a language that can’t be run',
      page(reproduce, '```ruby run=fix\n1\n```'),
      32,
      'a language that can be run',
      '`ruby`',
    ],
    [
      'writes outside of its folder',
      page(reproduce, `\`\`\`js file=../a.js\n1\n\`\`\`\n\n${fix}`),
      32,
      'a file name below',
      '`../a.js`',
    ],
    [
      'writes a file where another block has a folder',
      page(reproduce, `\`\`\`js file=a\n1\n\`\`\`\n\n\`\`\`js file=a/b\n1\n\`\`\`\n\n${fix}`),
      32,
      'that no other block uses for a folder',
      '`a`',
    ],
    [
      'wants packages that are not there',
      page(reproduce, fix, 'packages: ["@fixdex/none@99.0.0"]\n'),
      1,
      'the packages @fixdex/none@99.0.0',
      'npm could not',
    ],
  ]
  const refutations = verifyAll(refuted.map(([, text]) => text))

  it.each(refuted.map(([name, , ...rest], at) => ({ name, rest, at })))(
    'that $name is not, and the reason stands at its block',
    ({ rest: [line, expected, got], at }) => {
      expect(refutations[at]?.failure).toMatchObject({
        line,
        expected: expect.stringContaining(expected),
        got: expect.stringContaining(got),
      })
    },
  )

  it('that fails shows its block and what it printed, without what could control a terminal or a workflow', () => {
    const { status, stdout } = verifyPage(
      page(reproduce, '```bash run=fix\nprintf "one\\033[31m\\n::error::two\\n##[error]three"; exit 1\n```'),
    )
    expect(status).toBe(1)
    expect(stdout).toContain(`${path}:32:1\n  expected exit code 0\n`)
    expect(stdout).toContain('  printed:\n  | one\\u{1b}[31m\n  | ::error::two\n  | ## [error]three\n')
  })

  it('whose block runs too long is stopped', () => {
    const { status, stdout } = verifyPage(page('```sh run=reproduce\nsleep 600\n```', fix), '--timeout', '1')
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining('got it was still running after 1 s'),
    })
  })

  it('can use a service, fresh for every block', () => {
    const blocks =
      '```bash run=reproduce\ncurl -s $OPENAI_BASE_URL/models -H "authorization: Bearer wrong"\n```'
    const text = page(blocks, fix, 'needs: [fake-api]\n').replace(
      /^ {2}- "Error: .*$/m,
      '  - "Incorrect API key provided"',
    )
    expect(verifyPage(text)).toMatchObject({ status: 0 })
  })
})

describe('the command', () => {
  const catalog = {
    [path]: page(reproduce, fix),
    'solutions/general/b.md': page('```bash run=reproduce\ntrue\n```', fix),
    'solutions/general/c.md': validSolution,
  }

  it('tells each page as it goes, fails when one fails, and goes on', () => {
    const { status, stdout, stderr } = run(['verify', '--all', '--content', contentFolder(catalog)])
    expect({ status, summary: stdout.split('\n').at(-2) }).toEqual({
      status: 1,
      summary: '2 pages run, 1 failed',
    })
    expect(stderr.split('\n').sort()).toEqual([
      '',
      expect.stringMatching(/^FAILED {2}general\/b [\d.]+ s$/),
      expect.stringMatching(/^ok {6}general\/a [\d.]+ s$/),
    ])
  })

  it('--json is one JSON value', () => {
    const { stdout } = run(['verify', '--all', '--json', '--content', contentFolder(catalog)])
    expect(JSON.parse(stdout)).toEqual([
      { id: 'general/a', path, milliseconds: expect.any(Number), messages: 1 },
      {
        id: 'general/b',
        path: 'solutions/general/b.md',
        milliseconds: expect.any(Number),
        failure: { line: 19, column: 1, expected: expect.any(String), got: expect.any(String), output: '' },
      },
    ])
  })

  test('refuses without a sandbox, and says how to get one', () => {
    const { status, stdout, stderr } = run(['verify', '--all', '--content', contentFolder(catalog)], {
      PATH: temporaryFolder(),
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^fixdex: No sandbox .*bubblewrap is not installed\n {2}.*apt-get install bubblewrap/,
    )
  })

  test('refuses a sandbox that does not work', () => {
    const bin = temporaryFolder()
    const refusing = '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n'
    writeFileSync(join(bin, 'bwrap'), refusing, { mode: 0o755 })
    const { status, stderr } = run(['verify', '--all', '--content', contentFolder(catalog)], {
      PATH: `${bin}:${process.env.PATH}`,
    })
    expect(status).toBe(2)
    expect(stderr).toContain('No permissions to create new namespace')
  })

  test.each([
    [[], 'Nothing to verify'],
    [['--all', '--changed'], 'Two ways'],
    [['general/aa'], 'No page general/aa with blocks that run, did you mean `general/a`?'],
    [['general/c'], 'No page general/c with blocks that run'],
    [['--since', 'nowhere'], 'git'],
  ])('%j is refused', (args, message) => {
    const { status, stderr } = run(['verify', ...args, '--content', contentFolder(catalog)])
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })

  it('a sample is always the same', () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`solutions/general/${name}.md`, page(reproduce, fix)]),
    )
    const sampled = () =>
      JSON.parse(run(['verify', '--sample', '2', '--json', '--content', contentFolder(files)]).stdout).map(
        (result: { id: string }) => result.id,
      )
    expect(sampled()).toEqual(sampled())
    expect(sampled()).toHaveLength(2)
  })
})
