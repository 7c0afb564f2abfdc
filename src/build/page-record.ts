import type { Guide } from '../model/guide.ts'
import type { Section, Solution } from '../model/solution.ts'
import type { Compiled } from './compile-file.ts'

/*
 * A compiled file as it is kept on a disk, in two parts: what whole-catalog work looks at, and the long texts that only
 * the making of its own page does. A catalog of a hundred thousand pages is held in memory without the latter.
 */

export interface PageRecord {
  readonly light: Buffer
  readonly body: Buffer
}

/** Lengths of the texts that stand one behind the other in the body, in the order in which they are taken out. */
type Lengths = readonly number[]

export function recordOf(digest: string, compiled: Compiled): PageRecord {
  const texts: string[] = []
  const { page } = compiled
  const taken = page && {
    ...page,
    ...(page.kind === 'solution'
      ? { solution: withoutTexts(page.solution, texts) }
      : {
          guide: {
            ...page.guide,
            html: take(page.guide.html, texts),
            markdown: take(page.guide.markdown, texts),
          },
        }),
  }
  const lengths = texts.map(({ length }) => length)
  return {
    light: Buffer.from(JSON.stringify({ digest, compiled: { ...compiled, page: taken }, lengths })),
    body: Buffer.from(texts.join('')),
  }
}

function withoutTexts(solution: Solution, texts: string[]): Solution {
  const sections = solution.sections.map((section) => ({
    ...section,
    html: take(section.html, texts),
    markdown: take(section.markdown, texts),
  }))
  return { ...solution, sections }
}

function take(text: string, texts: string[]): '' {
  texts.push(text)
  return ''
}

/**
 * The compiled file, whose long texts are read whenever they are asked for; nothing when the record is that of another.
 */
export function compiledFrom(digest: string, light: Buffer, body: () => string): Compiled | undefined {
  const record = JSON.parse(light.toString()) as { digest: string; compiled: Compiled; lengths: Lengths }
  if (record.digest !== digest) return undefined
  const { compiled, lengths } = record
  const { page } = compiled
  if (page?.kind === 'solution') {
    const { sections } = page.solution
    readLater(page.solution, 'sections', () => filled(sections, cut(body(), lengths)))
  } else if (page) {
    for (const [at, key] of (['html', 'markdown'] as const).entries())
      readLater<Guide>(page.guide, key, () => cut(body(), lengths)[at] ?? '')
  }
  return compiled
}

const readLater = <T extends object>(object: T, key: keyof T, get: () => unknown): void =>
  void Object.defineProperty(object, key, { get, enumerable: true })

function cut(text: string, lengths: Lengths): string[] {
  let at = 0
  return lengths.map((length) => {
    at += length
    return text.slice(at - length, at)
  })
}

const filled = (sections: readonly Section[], texts: readonly string[]): Section[] =>
  sections.map((section, index) => ({
    ...section,
    html: texts[index * 2] ?? '',
    markdown: texts[index * 2 + 1] ?? '',
  }))
