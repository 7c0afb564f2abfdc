import * as z from 'zod'

const text = z.string().min(1)

/** An object with a text for each key. `labels/en.yaml` shows which placeholders `{…}` a text has. */
const texts = <K extends string>(...keys: K[]) =>
  z.strictObject(Object.fromEntries(keys.map((key) => [key, text])) as Record<K, typeof text>)

/** An evidence grade's name, shown as a badge, and its meaning. */
const grade = texts('name', 'means')

/** Forms of a phrase by plural category (CLDR), each with {count}. */
const counted = z.strictObject({
  one: text.optional(),
  two: text.optional(),
  few: text.optional(),
  many: text.optional(),
  other: text,
})

export type Counted = z.infer<typeof counted>

/** The words of the search page's script. */
const searchWords = z.strictObject({
  ready: counted,
  found: counted,
  'by-message': counted,
  ...texts('first', 'nothing', 'closest', 'propose', 'failed', 'holds', 'close').shape,
})

/** With the names of grades and of languages, by their codes. */
export interface SearchWords extends z.infer<typeof searchWords> {
  readonly evidence: Readonly<Record<string, string>>
  readonly languages: Readonly<Record<string, string>>
}

export const searchWordsOf = (labels: LabelSet, lang: string): SearchWords | undefined => {
  const own = labels[lang]
  if (own === undefined) return undefined
  const { heading: _, ...grades } = own.evidence
  const named = <T extends { readonly name: string }>(all: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(all).map(([code, { name }]) => [code, name]))
  return { ...own.search.script, evidence: named(grades), languages: named(labels) }
}

// biome-ignore format: one line for each feature
/** The words of the script of every page. */
const pageWords = texts(
  'copy', 'copied', 'not-copied', 'copy-markdown', 'copy-prompt', 'prompt',
  'filter', 'order', 'by-product', 'by-evidence', 'by-date', 'by-unaided',
  'theme', 'system', 'light', 'dark',
)

export type PageWords = z.infer<typeof pageWords>

// biome-ignore format: one line for each part of a page
const page = texts(
  'skip', 'navigation', 'search', 'search-hint', 'on-this-page',
  'solutions', 'guides', 'coverage', 'proof', 'about', 'licence', 'feed', 'contribute',
  'for-agents', 'catalog-index', 'as-markdown', 'install-skill',
  'language', 'affects', 'fixed-in', 'source', 'references', 'reviewed', 'checked', 'caution', 'attack',
  'jump-confirm', 'jump-fix', 'messages', 'related', 'previous', 'next', 'edit', 'report',
  'moved', 'moved-to', 'withdrawn', 'superseded',
).extend({ navigation: text.max(60), 'search-hint': text.max(60), 'on-this-page': text.max(60), script: pageWords })

// biome-ignore format: one line for each page or part of it
/** Home, lists and the not-found page. */
const catalog = texts(
  'intro', 'reproduced', 'confirmed', 'unknown', 'tried', 'last-run', 'example', 'use', 'use-about', 'any-agent', 'any-agent-prompt',
  'categories', 'newest', 'updated', 'code', 'coverage', 'errors', 'pieces',
  'products', 'all-products', 'product-about', 'other-products', 'all-guides', 'guides-about', 'solutions-about',
  'codes', 'all-codes', 'codes-about', 'code-title', 'code-about', 'shared-codes', 'single-codes',
  'markdown', 'llms.txt', 'solutions.json', 'skill', 'not-found', 'not-found-about',
).extend({ solutions: counted })

/** Shape of `content/labels/<lang>.yaml`: every word that the generator itself puts on a page in that language. */
export const labelsSchema = z.strictObject({
  name: text.describe('name of the language in that language'),
  direction: z.enum(['ltr', 'rtl']).default('ltr'),
  /** Second-level headings of a solution. */
  sections: texts('symptom', 'root-cause', 'fix', 'checklist', 'token-savings', 'environment'),
  /** Third-level headings with a fixed meaning. */
  subsections: texts('confirm', 'option', 'do-not', 'verify'),
  'checklist-columns': z.tuple([text, text, text]),
  evidence: z.strictObject({
    heading: text,
    reproduced: grade,
    confirmed: grade,
    documented: grade,
    reported: grade,
  }),
  /** Phrases about the run of a page's blocks. */
  verified: texts('on', 'with-stand-in', 'with-own-server', 'messages', 'parts', 'not-run'),
  /** Phrases about the versions that were run. */
  measured: texts('heading', 'seen', 'not-in', 'shown', 'gone', 'other', 'not installed'),
  /** Phrases about what models know without the page. */
  unaided: texts('heading', 'line', 'with-partly', 'unknown', 'tag'),
  retry: texts('heading', 'no', 'after-fix', 'backoff'),
  upstream: texts('heading', 'open', 'by-design', 'workaround'),
  /** Captions of blocks that are run, and the introduction to the reason why one is not. */
  run: texts('reproduce', 'confirm', 'fix', 'verify', 'norun'),
  page,
  catalog,
  search: z.strictObject({
    ...texts('about', 'message', 'category', 'all', 'privacy', 'keys', 'without-script', 'programs').shape,
    script: searchWords,
  }),
  savings: texts('estimate', 'basis', 'unknown'),
  /** Hints in a file that `fixdex new` writes; no page shows them. */
  draft: texts('symptom', 'cause', 'confirm', 'fix', 'do-not', 'verify', 'environment'),
})

export type Labels = z.infer<typeof labelsSchema>

/** Labels by language code (`en`, `ko`, …). English is always there. */
export type LabelSet = Readonly<Record<string, Labels>>

/** The labels of a language, or the English ones. */
export function labelsFor<L>(site: { readonly labels: Readonly<Record<string, L>> }, lang: string): L {
  const labels = site.labels[lang] ?? site.labels.en
  if (labels === undefined) throw new Error('the English labels are missing')
  return labels
}
