import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../src/content/parse-markdown.ts'
import { nodesOf } from '../src/model/document.ts'
import type { Review } from '../src/review/review.ts'
import { reviewComment } from '../src/review/review-comment.ts'
import { contentFolder } from './catalog.ts'
import { inProcess } from './in-process.ts'
import { smallCatalog, validSolution } from './valid-solution.ts'

/** A repository with the small catalog on its branch `main`. */
function repository() {
  const content = contentFolder(smallCatalog)
  const dir = dirname(content)
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', dir, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args])
  git('init', '-qb', 'main')
  git('add', '.')
  git('commit', '-qm', 'Catalog')
  return {
    dir,
    content,
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    },
    commit: () => {
      git('add', '-A')
      git('commit', '-qm', 'Change')
    },
  }
}

const fixdex = (cwd: string, ...args: string[]) => inProcess(['review', ...args], { cwd })

const reviewIn = async (cwd: string): Promise<Review> =>
  JSON.parse((await fixdex(cwd, '--json', '--base', 'HEAD~1')).stdout)

const second = validSolution
  .replace('title: "Example: connect', 'title: "Another: connect')
  .replace('ECONNREFUSED 127.0.0.1:…', 'EPIPE at write …')
  .replace('- `Error: connect', '- `Error: connect EPIPE at write 4` is printed.\n- `Error: connect')

describe('a change of the content', () => {
  test('is told page by page, as its readers will see it', async () => {
    const { dir, content, write, commit } = repository()
    write('content/solutions/general/another.md', second)
    write(
      'content/solutions/general/connect-econnrefused.md',
      validSolution.replace('Start the server, then', 'Start the server first, then'),
    )
    rmSync(join(content, 'guides/connections.md'))
    renameSync(join(content, 'solutions/auth/second.md'), join(content, 'solutions/auth/third.md'))
    write('scripts/x.sh', 'true\n')
    commit()
    const { pages, others, commit: hash } = await reviewIn(dir)
    expect(hash).toMatch(/^[0-9a-f]{40}$/)
    expect(pages.map(({ path, change, from, shown }) => ({ path, change, from, shown }))).toEqual([
      { path: 'guides/connections.md', change: 'removed', from: undefined, shown: 'page' },
      {
        path: 'solutions/auth/third.md',
        change: 'moved',
        from: 'solutions/auth/second.md',
        shown: 'page',
      },
      { path: 'solutions/general/another.md', change: 'added', from: undefined, shown: 'page' },
      {
        path: 'solutions/general/connect-econnrefused.md',
        change: 'changed',
        from: undefined,
        shown: 'page',
      },
    ])
    const [, moved, added, changed] = pages
    expect(added?.diff).toContain('+# Another: connect ECONNREFUSED 127.0.0.1:5432')
    expect(added?.address).toBe('https://catalog.example.org/catalog/solutions/general/another')
    expect(added?.similar[0]).toMatch(/^like title: solutions\/general\/connect-econnrefused\.md /)
    expect(changed?.diff).toContain('\n-Start the server, then check')
    expect(changed?.diff).toContain('\n+Start the server first, then check')
    expect(moved?.diff).toContain('+url: https://catalog.example.org/catalog/solutions/auth/third')
    expect(others).toEqual(['scripts/x.sh'])
  })

  test('shows files that are not committed yet, too', async () => {
    const { dir, write } = repository()
    write('content/solutions/general/another.md', second)
    const { stdout } = await fixdex(dir, '--base', 'main')
    // The workflow finds its earlier comment by this line.
    expect(stdout.startsWith('<!-- fixdex review -->\n')).toBe(true)
    expect(stdout).toContain('#### New: `solutions/general/another.md`')
  })

  test('of a file with errors shows the file, and what nobody sees in words', async () => {
    const { dir, write, commit } = repository()
    write(
      'content/solutions/general/connect-econnrefused.md',
      validSolution.replace('Start the server', 'Start\u200b the \u202eserver\u202c'),
    )
    commit()
    const { pages } = await reviewIn(dir)
    expect(pages[0]?.shown).toBe('source')
    expect(pages[0]?.diff).toContain(
      '+Start[U+200B ZERO WIDTH SPACE] the [U+202E RIGHT-TO-LEFT OVERRIDE]server[U+202C POP DIRECTIONAL FORMATTING]',
    )
    expect(pages[0]?.problems.map(({ code }) => code)).toContain('text/hidden-character')
  })

  test('of many pages, or of long ones, stays one comment', async () => {
    const { dir, write, commit } = repository()
    for (let at = 0; at < 24; at++) {
      const filler = Array.from({ length: 600 }, (_, line) => `- Line ${line} of ${at}.`).join('\n')
      write(
        `content/solutions/general/page-${at}.md`,
        second
          .replace(/^title: .*$/m, `title: "Page ${at}"`)
          .replace('Any client', `${filler}\n\nAny client`),
      )
    }
    commit()
    const review = await reviewIn(dir)
    const comment = reviewComment(review)
    expect(comment.length).toBeLessThan(65_536)
    expect(comment).toContain('first part; hidden')
    const shown = comment.match(/^#### New: /gm)?.length ?? 0
    expect(shown).toBeGreaterThan(3)
    expect(comment).toContain(`${24 - shown} more pages change. This comment has no room for them.`)
  })

  test('needs a base that there is', async () => {
    const { dir } = repository()
    for (const base of ['origin/main', '--output=x']) {
      const { stderr, status } = await fixdex(dir, `--base=${base}`)
      expect(status).toBe(2)
      expect(stderr).toMatch(/^fixdex: No history from /)
    }
  })
})

const made: Review = {
  approvals: [],
  news: [],
  commit: 'a'.repeat(40),
  pages: [
    {
      path: 'solutions/general/x.md',
      change: 'added',
      shown: 'page',
      diff: '+x',
      similar: [],
      problems: [],
    },
  ],
  problemsElsewhere: 0,
  others: [],
}

describe('the comment', () => {
  test('shows foreign text only inside code', () => {
    const evil =
      '` ``` \n@everyone ![x](https://evil.example/x.png) </details> [ok](https://evil.example)\n````\n'
    const line = evil.replaceAll('\n', ' ')
    const comment = reviewComment({
      ...made,
      pages: [
        {
          path: line,
          from: line,
          address: line,
          change: 'moved',
          shown: 'source',
          diff: evil,
          similar: [line],
          problems: [
            {
              severity: 'error',
              code: line as 'link/address',
              path: line,
              line: 1,
              column: 1,
              message: line,
              hint: line,
            },
          ],
        },
      ],
      others: [line],
    })
    expect(outsideOfCode(comment)).not.toMatch(/evil|everyone/)
    expect(outsideOfCode(comment).match(/<\/details>/g)).toHaveLength(1)
  })

  test('spells hidden characters out', () => {
    const [page] = made.pages
    const comment = reviewComment({ ...made, pages: page ? [{ ...page, diff: '+x\u202ey' }] : [] })
    expect(comment).toContain('+x[U+202E RIGHT-TO-LEFT OVERRIDE]y')
  })

  test('names the run that built the site', () => {
    expect(reviewComment(made, { run: 'https://example.org/runs/1' })).toContain(
      '[this run](https://example.org/runs/1)',
    )
  })
})

/** A Markdown text without its code blocks and code spans, by the parser that reads the content. */
function outsideOfCode(markdown: string): string {
  const tree = parseMarkdown(markdown, 0)
  const code = nodesOf(tree).flatMap((node) =>
    node.type === 'code' || node.type === 'inlineCode'
      ? [[node.position?.start.offset ?? 0, node.position?.end.offset ?? 0] as const]
      : [],
  )
  return code.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), markdown)
}

describe('what no page named before', async () => {
  test('is listed with what the change approves, above the pages', async () => {
    const { dir, write, commit } = repository()
    const commands = '```bash\nnpx -y tool-of-ours@2\ncurl https://files.vendor.dev/x\n```\n\n## Environment'
    write('content/solutions/general/another.md', second.replace('## Environment', `${commands}`))
    write('content/approved/packages.yaml', '# Ours.\nnpm: >\n  tool-of-ours\n')
    write('content/approved/sentences.yaml', '# Ours.\n- The agent is told of it.\n')
    commit()
    const { approvals, news } = await reviewIn(dir)
    expect(approvals).toEqual(['packages: tool-of-ours', 'sentences: The agent is told of it.'])
    const path = 'solutions/general/another.md'
    expect(news).toEqual(
      expect.arrayContaining([
        { kind: 'program', name: 'npx', path },
        { kind: 'package', name: 'npm tool-of-ours', path },
        { kind: 'host', name: 'files.vendor.dev', path },
      ]),
    )
    const comment = reviewComment(await reviewIn(dir))
    expect(comment.indexOf('Approved by this change')).toBeLessThan(comment.indexOf('#### New: '))
    expect(comment).toContain('New to the catalog')
    const { stdout, stderr } = await inProcess(['check', '--new', 'HEAD~1', '--format', 'json'], { cwd: dir })
    expect(JSON.parse(stdout).length).toBeGreaterThan(0)
    expect(stderr).toContain(`  ${path}: package: npm tool-of-ours\n`)
    const elsewhere = await inProcess(['check', '--new', 'HEAD~1', 'content/guides'], { cwd: dir })
    expect(elsewhere.stderr).toBe('No page named these before HEAD~1: nothing\n')
  })

  test('is nothing when a page only says it in other words', async () => {
    const { dir, write, commit } = repository()
    write(
      'content/solutions/general/connect-econnrefused.md',
      validSolution.replace('Start the server, then', 'Start the server first, then'),
    )
    commit()
    expect(await reviewIn(dir)).toMatchObject({ approvals: [], news: [] })
  })
})
