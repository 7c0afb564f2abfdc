import type { CompileSettings } from '../model/compile-settings.ts'
import type { ParsedSolution, SourceFile } from '../model/document.ts'
import type { Report } from '../model/problem.ts'
import { expectedKeys, type Frontmatter, frontmatterSchema } from '../model/solution.ts'
import type { Category } from '../model/vocabulary.ts'
import { parseFrontmatter } from './frontmatter.ts'
import { guardMarkdown, guardTree } from './guards.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { splitSections } from './split-sections.ts'

/** Reads one solution; undefined when it is too broken to go on. The path has been checked by read-sources. */
export function parseSolution(
  { path, text }: SourceFile,
  labels: CompileSettings['labels'],
  report: Report,
): ParsedSolution | undefined {
  const [, category, file] = path.split('/') as [string, Category, string]
  const slug = file.slice(0, -'.md'.length)
  const front = parseFrontmatter(text, frontmatterSchema, Object.keys(frontmatterSchema.shape), report)
  if (front === undefined) return undefined
  const { data, placeOf, bodyStart } = front

  if (data.category !== undefined && data.category !== category) {
    report(
      'frontmatter/value',
      placeOf('category'),
      `Unexpected category \`${data.category}\`, expected \`${category}\`, the folder’s name`,
      {
        hint: 'Remove the key, or move the file.',
      },
    )
  }
  for (const key of expectedKeys(data)) {
    report(
      'frontmatter/expected',
      { line: 1, column: 1 },
      `Unexpected end of the frontmatter, expected \`${key}\``,
      {
        severity: 'warning',
        hint: hints[key] ?? 'See CONTRIBUTING.',
      },
    )
  }
  const words = labels[data.lang]
  if (words === undefined) {
    report(
      'frontmatter/value',
      placeOf('lang'),
      `Unexpected language \`${data.lang}\`, expected one of ${Object.keys(labels).join(', ')}`,
      {
        hint: `Add content/labels/${data.lang}.yaml first.`,
      },
    )
    return undefined
  }
  const firstLine = text.slice(0, bodyStart).split('\n').length
  if (!guardMarkdown(text.slice(bodyStart), firstLine, report)) return undefined
  const tree = parseMarkdown(text, bodyStart)
  if (!guardTree(tree, report)) return undefined
  return {
    kind: 'solution',
    id: `${category}/${slug}`,
    category,
    slug,
    lang: data.lang,
    data,
    keyPlace: placeOf,
    document: { path, text, bodyStart, tree },
    sections: splitSections({ path, text, bodyStart, tree }, words, labels, report),
  }
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
