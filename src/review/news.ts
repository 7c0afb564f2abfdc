import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostOf } from '../checks/approved.ts'
import { namesIn } from '../checks/command-programs.ts'
import { readSnippets } from '../checks/command-snippets.ts'
import { doubtfulIn } from '../checks/injection.ts'
import { readPage, urlsOf } from '../checks/read-page.ts'
import { parseGuide, parseSolution } from '../content/parse-page.ts'
import { approvedFolder } from '../model/approved.ts'
import type { SourceFile } from '../model/document.ts'
import { labelsFor } from '../model/labels.ts'
import type { Site } from '../model/site.ts'
import type { ChangedFiles } from './changed-files.ts'

/** Something that a change names and no page named before. */
export interface News {
  readonly kind: string
  readonly name: string
  readonly path: string
}

/** What the changed pages name that no other page names, and that they did not name before. */
export function newsIn(
  { content, before }: ChangedFiles,
  sources: readonly SourceFile[],
  site: Pick<Site, 'labels'>,
): News[] {
  const changed = new Set(content.map(({ path }) => path))
  const earlier = content
    .filter(({ change }) => change !== 'added')
    .map(({ path, from = path }) => ({ path: from, text: before(from) }))
  const namesIn = (some: readonly SourceFile[]) => some.flatMap((source) => namesOf(source, site))
  const unchanged = sources.filter(({ path }) => !changed.has(path))
  const known = new Set(namesIn([...unchanged, ...earlier]).map(keyOf))
  const news = namesIn(sources.filter(({ path }) => changed.has(path)))
  return news.filter((name) => !known.has(keyOf(name)) && known.add(keyOf(name)))
}

const keyOf = ({ kind, name }: News): string => `${kind} ${name}`

function namesOf(source: SourceFile, site: Pick<Site, 'labels'>): News[] {
  const { path } = source
  const parsed = path.startsWith('guides/')
    ? parseGuide(source, () => {})
    : parseSolution(source, site.labels, () => {})
  if (parsed === undefined) return []
  const reading = readPage(parsed, labelsFor(site, parsed.lang))
  const links = urlsOf(reading).flatMap(({ url }) => (url.startsWith('https://') ? url : []))
  return [
    ...readSnippets(reading).flatMap((snippet) => [...namesIn(snippet)]),
    ...reading.code.flatMap(({ quote, text }) => (quote ? [{ kind: 'quoted attack', name: text }] : [])),
    ...links.map((url) => ({ kind: 'link', name: hostOf(url.slice('https://'.length)) })),
    ...(parsed.lang === 'en' ? doubtfulIn(reading) : []).map(({ text }) => ({
      kind: 'sentence that may speak to the model that reads it',
      name: text.trim(),
    })),
  ].map(({ kind, name }) => ({ kind, name, path }))
}

/** The words that a change adds to the lists of what is approved. */
export function approvalsIn(content: string, { before }: Pick<ChangedFiles, 'before'>): string[] {
  return ['programs', 'hosts', 'packages', 'sentences'].flatMap((kind) => {
    const path = `${approvedFolder}/${kind}.yaml`
    const file = join(content, path)
    const entriesOf = kind === 'sentences' ? linesOf : wordsOf
    const earlier = new Set(entriesOf(before(path)))
    const words = existsSync(file) ? entriesOf(readFileSync(file, 'utf8')) : []
    return words.filter((word) => !earlier.has(word)).map((word) => `${kind}: ${word}`)
  })
}

const linesOf = (yaml: string): string[] =>
  yaml.split('\n').flatMap((line) => (line.startsWith('-') ? line.slice(1).trim() : []))

const wordsOf = (yaml: string): string[] =>
  yaml
    .replace(/^[ \t]*#.*$/gm, '')
    .split(/\s+/)
    .filter((word) => word !== '' && !/:$|^[>|-]/.test(word))
