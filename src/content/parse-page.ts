import { createHash } from 'node:crypto'
import type { CompileSettings } from '../model/compile-settings.ts'
import {
  nodesOf,
  type ParsedGuide,
  type ParsedSolution,
  placeOf,
  type SourceFile,
} from '../model/document.ts'
import { type ExecutedBlock, type ExecutedPage, fenceWords, isRun } from '../model/executed-page.ts'
import { guideSchema } from '../model/guide.ts'
import type { Report } from '../model/problem.ts'
import { expectedKeys, type Frontmatter, frontmatterSchema } from '../model/solution.ts'
import type { Category } from '../model/vocabulary.ts'
import { parseFrontmatter, placeOfMissing } from './frontmatter.ts'
import { parseBody } from './parse-markdown.ts'
import { splitSections } from './split-sections.ts'

/** Parses one solution; undefined when it is too broken to go on. `readSources` has checked the path. */
export function parseSolution(
  { path, text }: SourceFile,
  labels: CompileSettings['labels'],
  report: Report,
): ParsedSolution | undefined {
  const [, category, file] = path.split('/') as [string, Category, string]
  const slug = file.slice(0, -'.md'.length)
  const front = parseFrontmatter(text, frontmatterSchema, report)
  if (front === undefined) return undefined
  const { data, placeOf: keyPlace, bodyStart } = front

  if (data.category !== undefined && data.category !== category) {
    const message = `Unexpected category \`${data.category}\`, expected \`${category}\`, the folder’s name`
    report('frontmatter/value', keyPlace('category'), message, 'Remove the key, or move the file.')
  }
  for (const key of expectedKeys(data)) {
    const hint = hints[key] ?? 'See CONTRIBUTING.'
    const place = placeOfMissing(key, text, bodyStart)
    report('frontmatter/expected', place, `Missing key \`${key}\``, hint)
  }
  const words = labels[data.lang]
  if (words === undefined) {
    const message = `Unexpected language \`${data.lang}\`, expected one of ${Object.keys(labels).join(', ')}`
    const hint = `Add content/labels/${data.lang}.yaml first.`
    report('frontmatter/value', keyPlace('lang'), message, hint)
    return undefined
  }
  const tree = parseBody(text, bodyStart, report)
  if (tree === undefined) return undefined
  const document = { path, text, bodyStart, tree }
  const sections = splitSections(document, words, labels, report)
  const address = { id: `${category}/${slug}`, category, slug }
  return { kind: 'solution', ...address, lang: data.lang, data, keyPlace, document, sections }
}

const hints: { readonly [key in keyof Frontmatter]?: string } = {
  errors:
    'List the literal messages; … stands for a part that varies. For a failure that prints nothing, list `signs`.',
  affects: 'List the products: `- product: name`, with `versions` and `fixed` where known.',
  evidence: 'One of reproduced, confirmed, documented, reported.',
  retry: 'One of no, after-fix, backoff: may the same call be tried again?',
  attempts: 'How many failed attempts does the error typically cost before its cause is found, 1 to 20?',
  reviewed: 'The day someone last checked the whole page, such as 2026-11-20.',
  source: 'The thread or document that carries the evidence, an https address.',
}

/** Parses one guide; undefined when it is too broken to go on. */
export function parseGuide({ path, text }: SourceFile, report: Report): ParsedGuide | undefined {
  const front = parseFrontmatter(text, guideSchema, report)
  if (front === undefined) return undefined
  const { data, placeOf: keyPlace, bodyStart } = front
  const tree = parseBody(text, bodyStart, report)
  if (tree === undefined) return undefined
  const name = path.slice('guides/'.length, -'.md'.length)
  return { kind: 'guide', name, lang: data.lang, data, keyPlace, document: { path, text, bodyStart, tree } }
}

/** The blocks of a page that are written to files and run; undefined when none is run. */
export function executedPage({ id, data, document }: ParsedSolution): ExecutedPage | undefined {
  const blocks = nodesOf(document.tree).flatMap((node): ExecutedBlock[] => {
    if (node.type !== 'code') return []
    const { file, run } = fenceWords(node.meta ?? '') ?? {}
    if (file === undefined && run === undefined) return []
    // A text file ends with a newline, which the fence cuts off.
    const text = node.value === '' ? '' : `${node.value}\n`
    const language = (node.lang ?? '').toLowerCase()
    return [{ text, language, ...(file && { file }), ...(run && { run }), place: placeOf(node) }]
  })
  if (!blocks.some(isRun)) return undefined
  const { errors = [], packages = [], needs = [], affects = [] } = data
  const products = affects.map(({ product }) => product)
  return { id, path: document.path, errors, products, packages, needs, blocks }
}

/** A hash of everything that a run depends on. Editing prose does not change it. */
export function blocksHash({ errors, packages, needs, blocks }: ExecutedPage): string {
  const parts = blocks.map(({ text, language, file, run }) => [file ?? null, run ?? null, language, text])
  const subject = JSON.stringify([1, errors, [...packages].sort(), [...needs].sort(), parts])
  return createHash('sha256').update(subject).digest('hex').slice(0, 16)
}
