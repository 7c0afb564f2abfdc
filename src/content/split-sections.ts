import type { Heading, Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import type { CompileSettings, PageLabels } from '../model/compile-settings.ts'
import { type ParsedDocument, placeOf, type SectionTree } from '../model/document.ts'
import type { Place, Report } from '../model/problem.ts'
import { nearest } from '../model/text.ts'
import { requiredSections, type SectionKind, sectionKinds } from '../model/vocabulary.ts'
import { fencesOf } from './guards.ts'

/** Splits a solution at its second-level headings. Reports missing, unknown, duplicate, empty and misplaced sections. */
export function splitSections(
  { text, tree }: ParsedDocument,
  labels: PageLabels,
  all: CompileSettings['labels'],
  report: Report,
): SectionTree[] {
  const parts = partsOf(tree, labels, all, report)
  const order = Object.values(labels.sections).join(', ')
  const sections: SectionTree[] = []
  for (const [index, { kind, heading, node, children }] of parts.entries()) {
    if (kind === undefined) continue
    const place = placeOf(node)
    const last = sections.at(-1)
    if (sections.some((section) => section.kind === kind)) {
      const message = `Unexpected second section \`${heading}\`, expected one`
      report('section/duplicate', place, message, 'Merge the two.')
      continue
    }
    if (last && isAfter(last.kind, kind)) {
      const message = `Unexpected section \`${heading}\` after \`${last.heading}\`, expected the order ${order}`
      report('section/order', place, message, 'Move the section.')
    }
    if (!children.some((child) => child.type !== 'definition' && child.type !== 'heading')) {
      const hint = 'Write it, or remove an optional section.'
      report('section/empty', place, `Missing text in section \`${heading}\``, hint)
    }
    const start = node.position?.end.offset ?? 0
    const end = parts[index + 1]?.node.position?.start.offset ?? text.length
    sections.push({ kind, heading, place, start, end, children })
  }
  for (const kind of requiredSections) {
    // A misspelled heading is reported at its own place.
    const name = labels.sections[kind]
    if (parts.some((part) => part.kind === kind || nearest(part.heading, [name]) === name)) continue
    const addIt = `Add it; the order is ${order}.`
    const [place, hint = addIt] = placeOfMissing(kind, `## ${name}`, text, sections)
    report('section/missing', place, `Missing section \`## ${name}\``, hint)
  }
  return sections
}

const isAfter = (kind: SectionKind, other: SectionKind): boolean =>
  sectionKinds.indexOf(kind) > sectionKinds.indexOf(other)

/** Where a section should start, or the unclosed code block that contains its heading. */
function placeOfMissing(
  kind: SectionKind,
  heading: string,
  text: string,
  sections: readonly SectionTree[],
): [Place, string?] {
  const lines = text.trimEnd().split('\n')
  const line = lines.indexOf(heading)
  const fence = fencesOf(lines).find(({ start, end = lines.length }) => start < line && line < end)
  if (fence !== undefined)
    return [
      { line: fence.start + 1, column: 1 },
      `Line ${line + 1} has it, inside the code block that starts here: close that block.`,
    ]
  const next = sections.find((section) => isAfter(section.kind, kind))
  return [next?.place ?? { line: lines.length, column: 1 }]
}

/** A second-level heading and what follows it. `kind` is undefined for an unknown heading. */
interface Part {
  readonly kind: SectionKind | undefined
  readonly heading: string
  readonly node: Heading
  readonly children: Root['children']
}

function partsOf(tree: Root, labels: PageLabels, all: CompileSettings['labels'], report: Report): Part[] {
  const headings = Object.values(labels.sections)
  const parts: Part[] = []
  for (const node of tree.children) {
    if (node.type === 'heading' && node.depth === 1) continue
    if (node.type === 'heading' && node.depth === 2) {
      const heading = textOf(node).trim()
      const kind = sectionKinds.find((candidate) => labels.sections[candidate] === heading)
      if (kind === undefined) {
        const meant = nearest(heading, headings)
        const message = `Unexpected section \`${heading}\`, expected one of ${headings.join(', ')}`
        const hint =
          hintForLanguage(heading, all) ??
          (meant ? `Write \`## ${meant}\`.` : 'Make it a third-level heading inside one of the sections.')
        report('section/unknown', placeOf(node), message, hint)
      }
      parts.push({ kind, heading, node, children: [] })
      continue
    }
    const part = parts.at(-1)
    if (part) part.children.push(node)
    else if (node.type !== 'definition') {
      const message = `Unexpected text before the first section, expected \`## ${labels.sections.symptom}\``
      report('section/stray-text', placeOf(node), message, 'Move the text into a section.')
    }
  }
  return parts
}

/** A heading in another known language means that `lang` is missing. */
function hintForLanguage(heading: string, all: CompileSettings['labels']): string | undefined {
  const lang = Object.keys(all).find((code) => Object.values(all[code]?.sections ?? {}).includes(heading))
  return (
    lang &&
    `That is the heading in language \`${lang}\`: set \`lang: ${lang}\` in the frontmatter, or use this page’s own headings.`
  )
}
