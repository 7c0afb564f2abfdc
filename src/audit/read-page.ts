import { collapse } from '../model/text.ts'
import type { PageFiles, PageKind } from './families.ts'
import type { Report } from './finding.ts'
import { attribute, type Document, type Element, elementsOf, parsePage, textOf } from './html-tree.ts'
import { type PageSection, sectionsOf } from './page-text.ts'

/** Where a rule is looking. */
export interface Place {
  readonly path: string
  readonly kind: PageKind | 'not-found'
}

/** A page as its rules see it: read once, looked at from several sides. */
export interface PageView extends Place {
  /** Missing for the 404 page, which has no address of its own. */
  readonly page: PageFiles | undefined
  readonly document: Document
  readonly elements: readonly Element[]
  /** Text of the first-level heading. */
  readonly heading: string
  /** For search engines, and for feeds. */
  readonly description: string
  readonly main: Element | undefined
  readonly sections: readonly PageSection[]
  /** Where a page at an old address leads at once; whatever stands there. */
  readonly movedTo: string | undefined
  /** Does it ask search engines to leave it out? */
  readonly unlisted: boolean
}

export function readPage(text: string, path: string, page: PageFiles | undefined, report: Report): PageView {
  const document = parsePage(text, path, report)
  const elements = elementsOf(document)
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name)
  const [mains, headings] = [named('main'), named('h1')]
  const heading = headings[0] ? collapse(textOf(headings[0])) : ''
  if (mains.length !== 1)
    report('page/heading', path, `Unexpected ${mains.length} main elements, expected one`)
  if (headings.length !== 1 || heading === '') {
    report('page/heading', path, `Unexpected ${headings.length} first-level headings, expected one with text`)
  }
  const [main] = mains
  return {
    path,
    kind: page?.kind ?? 'not-found',
    page,
    document,
    elements,
    heading,
    description: collapse(descriptionOf(elements) ?? ''),
    main,
    sections: main ? sectionsOf(main) : [],
    movedTo: refreshOf(elements),
    unlisted: elements.some((element) => attribute(element, 'name')?.toLowerCase() === 'robots'),
  }
}

function descriptionOf(elements: readonly Element[]): string | undefined {
  const found = elements.find((element) => attribute(element, 'name') === 'description')
  return found && attribute(found, 'content')
}

function refreshOf(elements: readonly Element[]): string | undefined {
  const contents = elements
    .filter((element) => attribute(element, 'http-equiv')?.toLowerCase() === 'refresh')
    .map((element) => attribute(element, 'content') ?? '')
  return contents.length === 0 ? undefined : contents.join(' / ').replace(/^0; url=/, '')
}
