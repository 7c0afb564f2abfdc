import * as z from 'zod'
import { day, earlierSlug, languageCode } from './fields.ts'
import type { Heading } from './solution.ts'
import { categories } from './vocabulary.ts'

/** Frontmatter of `content/guides/<name>.md`. */
export const guideSchema = z.strictObject({
  title: z.string().trim().min(1).max(120),
  summary: z.string().trim().min(1).max(300),
  categories: z.array(z.enum(categories)).min(1),
  reviewed: day.optional(),
  lang: languageCode.default('en'),
  aliases: z.array(earlierSlug).min(1).max(20).optional().describe('earlier names of this guide'),
})

export type GuideFrontmatter = z.infer<typeof guideSchema>

/** A guide as every emitter sees it. */
export interface Guide extends GuideFrontmatter {
  readonly name: string
  readonly html: string
  readonly markdown: string
  readonly headings: readonly Heading[]
}
