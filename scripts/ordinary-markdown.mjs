#!/usr/bin/env node
import { createHash } from 'node:crypto'
// Runs the rules over ordinary Markdown, which hardly ever attacks anybody: what they flag there is mostly a false alarm.
//   node scripts/ordinary-markdown.mjs [--verbose] [folder…]     default: node_modules; needs `npm run prepare` first
import { readFileSync } from 'node:fs'
import fastGlob from 'fast-glob'
import { lint, lintText, rules } from '../lib/checks/lint.js'
import { guardMarkdown } from '../lib/content/guards.js'
import { parseMarkdown } from '../lib/content/parse-markdown.js'
import { readConfig } from '../lib/content/read-config.js'
import { reportInto } from '../lib/model/problem.js'

const goals = [
  {
    name: 'instructions and characters',
    codes: /^text\/(?:instructions|hidden-character|look-alike)$/,
    percent: 0.1,
  },
  { name: 'commands', codes: /^command\/(?!caution)/, percent: 0.3 },
]
/** Rules about the form of our own pages; ordinary documents have another form. */
const ofForm = /^(?:section|checklist|code|markdown|frontmatter|file|quality|link)\/|^text\/size$/

const verbose = process.argv.includes('--verbose')
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const patterns = (folders.length > 0 ? folders : ['node_modules']).map(
  (folder) => `${folder.replace(/\/$/, '')}/**/*.{md,mdx,markdown}`,
)
const labels = readConfig('content').labels.en
const decoder = new TextDecoder('utf-8', { fatal: true })
const list = rules.filter(({ code }) => !ofForm.test(code))

const seen = new Set()
const flagged = new Map()
let files = 0
let milliseconds = 0
let bytes = 0
for (const path of fastGlob.sync(patterns, {
  dot: false,
  followSymbolicLinks: false,
  suppressErrors: true,
})) {
  let text
  try {
    text = decoder.decode(readFileSync(path)).replaceAll('\r\n', '\n')
  } catch {
    continue
  }
  const digest = createHash('sha1').update(text).digest('hex')
  if (text.length > 64 * 1024 || text.trim() === '' || seen.has(digest)) continue
  seen.add(digest)
  if (!guardMarkdown(text, 1, () => {})) continue
  const problems = []
  const report = reportInto(problems, path)
  const bodyStart = /^---\n[\s\S]{0,4000}?\n---\n/.exec(text)?.[0].length ?? 0
  const source = { path: 'guides/ordinary.md', text }
  const tree = parseMarkdown(text, bodyStart)
  const data = { title: 'ordinary', summary: 'ordinary', categories: ['general'], lang: 'en' }
  const parsed = {
    kind: 'guide',
    name: 'ordinary',
    lang: 'en',
    data,
    keyPlace: () => ({ line: 1, column: 1 }),
    document: { ...source, bodyStart, tree },
  }
  const start = performance.now()
  lintText(source, report, list)
  lint(parsed, labels, report, list)
  milliseconds += performance.now() - start
  files++
  bytes += text.length
  const codes = new Set(problems.filter(({ code }) => !ofForm.test(code)).map(({ code }) => code))
  for (const code of codes) flagged.set(code, [...(flagged.get(code) ?? []), path])
  if (verbose)
    for (const { code, line, column, message } of problems)
      if (codes.has(code)) console.log(`${path}:${line}:${column} ${code} ${message}`)
}

const share = (count) => `${((100 * count) / files).toFixed(3)} %`
console.log(
  `${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${(milliseconds / files).toFixed(2)} ms a file, ${((milliseconds * 3000) / bytes).toFixed(2)} ms for 3 KB`,
)
for (const [code, paths] of [...flagged].sort((a, b) => b[1].length - a[1].length))
  console.log(`${code.padEnd(24)} ${String(paths.length).padStart(5)}  ${share(paths.length)}`)
for (const { name, codes, percent } of goals) {
  const count = new Set([...flagged].filter(([code]) => codes.test(code)).flatMap(([, paths]) => paths)).size
  console.log(`${name}: ${count} files, ${share(count)}, goal ${percent} %`)
}
