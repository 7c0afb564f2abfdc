import type { Heading, Root } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import type { CompileSettings, PageLabels } from '../model/compile-settings.ts'
import { type ParsedDocument, placeOf, type SectionTree } from '../model/document.ts'
import type { Report } from '../model/problem.ts'
import { didYouMean } from '../model/text.ts'
import { requiredSections, type SectionKind, sectionKinds } from '../model/vocabulary.ts'

/** Cuts a solution's tree at its second-level headings. Reports what is missing, unknown, doubled, empty or out of order. */
export function splitSections(
  { text, tree }: ParsedDocument,
  labels: PageLabels,
  all: CompileSettings['labels'],
  report: Report,
): SectionTree[] {
  const headings = Object.values(labels.sections)
  const found: {
    kind: SectionKind | undefined
    heading: string
    node: Heading
    children: Root['children']
  }[] = []
  for (const node of tree.children) {
    if (node.type === 'heading' && node.depth === 1) {
      report(
        'section/title-heading',
        placeOf(node),
        'Unexpected first-level heading, expected none: the title is in the frontmatter',
        {
          hint: 'Remove the heading, or make it a third-level one.',
        },
      )
    } else if (node.type === 'heading' && node.depth === 2) {
      const heading = textOf(node).trim()
      const kind = sectionKinds.find((candidate) => labels.sections[candidate] === heading)
      if (kind === undefined) {
        report(
          'section/unknown',
          placeOf(node),
          `Unexpected section \`${heading}\`, expected one of ${headings.join(', ')}${didYouMean(heading, headings)}`,
          {
            hint:
              hintForLanguage(heading, all) ?? 'Make it a third-level heading inside one of the sections.',
          },
        )
      }
      found.push({ kind, heading, node, children: [] })
    } else {
      const section = found.at(-1)
      if (section) section.children.push(node)
      else if (node.type !== 'definition') {
        report(
          'section/stray-text',
          placeOf(node),
          `Unexpected text before the first section, expected \`## ${labels.sections.symptom}\``,
          {
            hint: 'Move the text into a section.',
          },
        )
      }
    }
  }

  const sections: SectionTree[] = []
  for (const [index, { kind, heading, node, children }] of found.entries()) {
    if (kind === undefined) continue
    const place = placeOf(node)
    const last = sections.at(-1)
    if (sections.some((section) => section.kind === kind)) {
      report('section/duplicate', place, `Unexpected second section \`${heading}\`, expected one`, {
        hint: 'Merge the two.',
      })
      continue
    }
    if (last && sectionKinds.indexOf(last.kind) > sectionKinds.indexOf(kind)) {
      report(
        'section/order',
        place,
        `Unexpected section \`${heading}\` after \`${last.heading}\`, expected the order ${headings.join(', ')}`,
        {
          hint: 'Move the section.',
        },
      )
    }
    if (!children.some((child) => child.type !== 'definition' && child.type !== 'heading')) {
      report('section/empty', place, `Unexpected empty section \`${heading}\`, expected text`, {
        hint: 'Write it, or remove an optional section.',
      })
    }
    const start = node.position?.end.offset ?? 0
    const end = found[index + 1]?.node.position?.start.offset ?? text.length
    sections.push({ kind, heading, place, start, end, children })
  }
  for (const kind of requiredSections) {
    if (found.some((section) => section.kind === kind)) continue
    report(
      'section/missing',
      { line: 1, column: 1 },
      `Unexpected end of the file, expected a section \`## ${labels.sections[kind]}\``,
      {
        hint: `Add it; the order is ${headings.join(', ')}.`,
      },
    )
  }
  return sections
}

/** A heading that another language knows is a page without its `lang`. */
function hintForLanguage(heading: string, all: CompileSettings['labels']): string | undefined {
  const lang = Object.keys(all).find((code) => Object.values(all[code]?.sections ?? {}).includes(heading))
  return (
    lang &&
    `That is the heading in language \`${lang}\`: set \`lang: ${lang}\` in the frontmatter, or use this page’s own headings.`
  )
}
