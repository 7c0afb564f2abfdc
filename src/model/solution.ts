import semver from 'semver'
import * as z from 'zod'
import { serviceNames } from './executed-page.ts'
import { day, httpsUrl, languageCode, solutionId } from './fields.ts'
import type { UnaidedAnswers } from './unaided-file.ts'
import type { Verified } from './verification.ts'
import {
  type Category,
  categories,
  evidenceGrades,
  retryAdvice,
  type SectionKind,
  upstreamStates,
} from './vocabulary.ts'

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !/[\r\n]/.test(value), 'expected one line')

/** One to `most` items, if the key is there. */
const list = <S extends z.ZodType>(item: S, most: number) => z.array(item).min(1).max(most).optional()

/** Exact, because a range could select a different version later. */
const exactPackage = z.string().refine((text) => {
  if (/^pypi:[A-Za-z0-9][A-Za-z0-9._-]{0,60}@\d[\w.]{0,30}$/.test(text)) return true
  const [, version] = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*@(.+)$/.exec(text) ?? []
  return text.length <= 120 && version !== undefined && semver.valid(version) === version
}, 'expected a package with its exact version such as "openai@6.1.0" or "pypi:openai@1.99.0"')

const affected = z.strictObject({
  product: line(80).describe('name of the product as its users write it'),
  versions: z
    .string()
    .refine((value) => semver.validRange(value) !== null, 'expected a semver range such as ">=1.2 <2"')
    .optional(),
  fixed: z
    .string()
    .refine((value) => semver.coerce(value) !== null, 'expected a version such as "1.2.3"')
    .optional()
    .describe('first version without the error'),
})

/** Frontmatter of `content/solutions/<category>/<slug>.md`; published as `schema/v1/frontmatter.schema.json`. */
export const frontmatterSchema = z.strictObject({
  title: line(120).describe('the error, as its reader would name it'),
  category: z.enum(categories).optional().describe('must agree with the folder'),
  errors: list(line(400), 20).describe('literal messages; … stands for a part that varies'),
  signs: list(line(300), 10).describe('observable facts, for failures that print nothing'),
  see: z
    .record(line(80), z.array(line(200)).min(1).max(20))
    .optional()
    .describe('by the beginning of a heading, parts of the wordings that lead there'),
  affects: list(affected, 20),
  evidence: z.enum(evidenceGrades).optional(),
  source: httpsUrl.optional().describe('thread or document that carries the evidence'),
  references: list(httpsUrl, 10),
  retry: z.enum(retryAdvice).optional().describe('may the same call be tried again'),
  upstream: z
    .enum(upstreamStates)
    .optional()
    .describe('what its maintainers say, as the page’s source shows; a fix is in affects as `fixed`'),
  attempts: z
    .int()
    .min(1)
    .max(20)
    .optional()
    .describe('failed attempts it typically costs to find the cause'),
  reviewed: day.optional().describe('the day someone last checked the whole page'),
  lang: languageCode.default('en'),
  packages: list(exactPackage, 20).describe('exact npm and Python packages of an executed page'),
  needs: list(z.enum(serviceNames), serviceNames.length).describe(
    'services that run beside the blocks of an executed page',
  ),
  aliases: list(solutionId, 20).describe('earlier addresses of this page'),
  withdrawn: line(300).optional().describe('why the page no longer holds'),
  superseded_by: solutionId.optional().describe('the page that replaced this one'),
  translation_of: solutionId.optional().describe('the English page that this one translates'),
})

export type Frontmatter = z.infer<typeof frontmatterSchema>

/** Keys that a finished page should have. */
export function expectedKeys(data: Frontmatter): (keyof Frontmatter)[] {
  const expected: (keyof Frontmatter)[] = ['affects', 'evidence', 'retry', 'attempts', 'reviewed']
  if (!data.signs) expected.unshift('errors')
  if (data.evidence !== 'reproduced') expected.push('source')
  return expected.filter((key) => data[key] === undefined)
}

/** A heading inside a section or guide, for the table of contents. */
export interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

/** A second-level section, ready to publish. */
export interface Section {
  readonly kind: SectionKind
  readonly heading: string
  /** Sanitised HTML of the body, without the heading. */
  readonly html: string
  /** Markdown of the body with absolute links. */
  readonly markdown: string
  /** Third-level headings of the body. */
  readonly headings: readonly Heading[]
}

/** A solution as every emitter sees it. */
export interface Solution extends Omit<Frontmatter, 'category'> {
  readonly id: string
  readonly category: Category
  readonly slug: string
  readonly sections: readonly Section[]
  /** Plain text of Symptom and Fix, including code, with white space collapsed. */
  readonly symptomText: string
  readonly fixText: string
  /** Error codes in its title and messages, normalised: the names of its lookup files and code pages. */
  readonly codes: readonly string[]
  /** The recorded run of its blocks, if they have not changed since. */
  readonly verified?: Verified
  /** Its blocks have changed since they ran, so it can't be called reproduced. */
  readonly notRun?: true
  /** Ids of its translations, by language. */
  readonly translations?: Readonly<Record<string, string>>
  /** What models answered without the page, if they were asked. */
  readonly unaided?: readonly UnaidedAnswers[]
  /** Of everything above, if it is known. */
  readonly digest?: string | undefined
}

/** Whether it is withdrawn or superseded, and so missing from lists, index and search. */
export const isRetired = (page: Pick<Solution, 'withdrawn' | 'superseded_by'>): boolean =>
  page.withdrawn !== undefined || page.superseded_by !== undefined

/** Whether it is in lists, index and matcher. A translation is reached from its English page. */
export const isListed = (page: Pick<Solution, 'withdrawn' | 'superseded_by' | 'translation_of'>): boolean =>
  !isRetired(page) && page.translation_of === undefined
