import * as z from 'zod'
import type { ApprovedLists } from './approved.ts'
import type { Coverage } from './coverage.ts'
import { httpsUrl, languageCode } from './fields.ts'
import type { LabelSet } from './labels.ts'
import type { ProblemCode } from './problem.ts'
import type { Unaided } from './unaided-file.ts'
import type { Verifications } from './verification.ts'
import { categories } from './vocabulary.ts'

const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text

/** Shape of `content/site.yaml`. */
export const siteConfigSchema = z.strictObject({
  site: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case words joined by hyphens')
    .describe('first part of every address: <base_url>/<site>/…'),
  base_url: z
    .string()
    .refine(isOrigin, {
      error: ({ input }) =>
        `\`${input}\` is not an address of scheme and host alone, such as https://example.org`,
    })
    .describe('origin that serves the output folder; what follows the host is the setting `site`'),
  title: z.string().min(1),
  tagline: z.string().min(1),
  repository: httpsUrl.describe('where the content lives and solutions are proposed'),
  branch: z.string().default('main'),
  lang: languageCode.default('en').describe('language of home, search and lists; labels in it must be there'),
  licence: z
    .strictObject({ name: z.string().min(1).max(60), url: httpsUrl })
    .optional()
    .describe('under which the content may be used'),
  cards: z
    .boolean()
    .default(false)
    .describe('draw a social card for each category and product; needs satori and @resvg/resvg-js'),
  contact: httpsUrl.describe('where a security problem is reported'),
  tokens_per_attempt: z.number().int().positive().describe('assumed tokens of one failed attempt'),
  categories: z.record(z.enum(categories), z.string().min(1)).describe('one sentence per category'),
})

export type SiteConfig = z.infer<typeof siteConfigSchema>

/** What `npm run uplift` wrote into `content/proof/`: Markdown, SVG and JSON Lines. */
export interface Proof {
  readonly report: string
  readonly plot: string
  readonly trials: string
}

/** Everything that a build reads except the sources: configuration, labels, templates. Plain JSON. */
export interface Site extends SiteConfig {
  readonly labels: LabelSet
  /** What pages may name in addition to the built-in lists; empty without `approved/`. */
  readonly approved: ApprovedLists
  /** Problems that a reviewer has accepted. */
  readonly exceptions: readonly LintException[]
  /** Empty without `coverage.yaml`. */
  readonly coverage: Coverage
  /** Pages whose blocks ran, by id. */
  readonly verified: Verifications
  /** What models answered without each page, by id. */
  readonly unaided: Unaided
  /** Results of trials with agents, if any. */
  readonly proof?: Proof
  /** Eta source by file name without extension. */
  readonly templates: Readonly<Record<string, string>>
  readonly stylesheet: { readonly hash: string; readonly css: string }
  /** Browser bundles: `search` for the search page, `page-en` for every page in English. */
  readonly scripts: Readonly<Record<string, { readonly hash: string; readonly js: string }>>
  /** The matcher's lists of words, in `assets`, which the search page fetches. */
  readonly wordLists: { readonly name: string; readonly json: string }
  /** The client in one file, with the addresses of this catalog. */
  readonly client: { readonly js: string; readonly sha256: string; readonly version: string }
  readonly icon: { readonly hash: string; readonly svg: string }
  /** Social cards by name, as base64 PNGs; added by a build. */
  readonly cardImages?: Readonly<Record<string, string>>
  /** In base64. */
  readonly pictures: Readonly<Record<(typeof pictures)[number], string>>
}

/** A path below the output folder, forward slashes, no leading slash. Made here and nowhere else. */
export type OutputPath = string & { readonly __brand: 'OutputPath' }

/** A root-absolute address without extension: what pages link to. Made here and nowhere else. */
export type PagePath = string & { readonly __brand: 'PagePath' }

/** A file at the origin's root. */
export const rootFile = (name: string): OutputPath => name as OutputPath

type Named = Pick<Site, 'site'>

/** A file below `/<site>/`. */
export const siteFile = (site: Named, name: string): OutputPath => `${site.site}/${name}` as OutputPath

export const homePath = (site: Named): PagePath => `/${site.site}` as PagePath
export const sitePath = (site: Named, name: string): PagePath => `/${site.site}/${name}` as PagePath
/** Of a category the list, of a solution (`<category>/<slug>`) the page. */
export const solutionPath = (site: Named, id: string): PagePath => sitePath(site, `solutions/${id}`)
export const guidePath = (site: Named, name: string): PagePath => sitePath(site, `guide/${name}`)

/** An absolute URL, for canonical links, feeds and everything read outside the site. */
export const absolute = (site: Pick<Site, 'base_url'>, path: PagePath | string): string =>
  site.base_url + path

export const stylesheetName = (site: Pick<Site, 'stylesheet'>): string =>
  `assets/style.${site.stylesheet.hash}.css`

export const scriptName = (site: Pick<Site, 'scripts'>, name: string): string =>
  `assets/${name}.${site.scripts[name]?.hash}.js`

/** The page script for a language, or the English one if it has no labels. */
export const pageScript = ({ scripts }: Pick<Site, 'scripts'>, lang: string): string =>
  scripts[`page-${lang}`] === undefined ? 'page-en' : `page-${lang}`

export const iconName = (site: Pick<Site, 'icon'>): string => `assets/icon.${site.icon.hash}.svg`

/** Names without a hash, because browsers and link previews expect them. The first is the social card. */
export const pictures = ['card.png', 'favicon.ico', 'apple-touch-icon.png'] as const

/**
 * The files of a page: every host serves `X/index.html` at `X`, `X.html` avoids a redirect on hosts that try extensions,
 * and `X.md` is the Markdown twin.
 */
export const pageFiles = (path: PagePath) =>
  ['/index.html', '.html', '.md'].map((end) => `${path.slice(1)}${end}` as OutputPath)

/** Root-absolute address of a page's Markdown twin. */
export const twinPath = (path: PagePath): string => `${path}.md`

export const sourceFileOf = (kind: 'solutions' | 'guides', id: string): string => `content/${kind}/${id}.md`

/** One entry of `content/lint-exceptions.yaml`: a problem that a reviewer has accepted. */
export const lintExceptionSchema = z.strictObject({
  path: z.string().regex(/^(?:solutions|guides)\/.+\.md$/, 'expected a file such as solutions/auth/x.md'),
  code: z
    .string()
    .regex(/^[a-z]+\/[a-z-]+$/, 'expected a code such as command/delete')
    .transform((code) => code as ProblemCode),
  reason: z.string().trim().min(20, 'expected a reason that a stranger understands').max(400),
})

export interface LintException extends z.output<typeof lintExceptionSchema> {
  /** 1-based line in the file. */
  readonly line: number
}

export const exceptionsFile = 'lint-exceptions.yaml'
