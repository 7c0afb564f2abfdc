import * as z from 'zod'

const grade = z.strictObject({
  name: z.string().min(1).describe('one word, shown as a badge'),
  means: z.string().min(1).describe('what the grade means'),
})

/** Forms of a phrase by plural category (CLDR), each with {count}. */
const counted = z.strictObject({
  one: z.string().optional(),
  two: z.string().optional(),
  few: z.string().optional(),
  many: z.string().optional(),
  other: z.string(),
})

export type Counted = z.infer<typeof counted>

/** The words of the search page's script. */
const searchWords = z.strictObject({
  ready: counted.describe('before anything is searched for'),
  found: counted,
  'by-message': counted.describe('how many of those found have the message that was pasted'),
  first: z.string().describe('with {count}; only so many are shown'),
  nothing: z.string(),
  closest: z.string().describe('before pages that have only some of the words'),
  propose: z.string().describe('link to the issue form for an error that has no page'),
  failed: z.string(),
  holds: z.string().describe('before the message that the pasted text holds'),
  close: z.string().describe('before a message that is like the pasted text'),
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

/** The words of the script of every page. */
const pageWords = z.strictObject({
  copy: z.string(),
  copied: z.string(),
  'not-copied': z.string(),
  'copy-markdown': z.string().describe('copies the page as Markdown'),
  'copy-prompt': z.string().describe('copies a sentence for the reader’s agent'),
  prompt: z.string().describe('that sentence, with {address}'),
  filter: z.string().describe('label of the box that shortens a list'),
  order: z.string().describe('label of the choice of a list’s order'),
  'by-product': z.string(),
  'by-evidence': z.string(),
  'by-date': z.string(),
  'by-unaided': z.string(),
  theme: z.string().describe('with {theme}, one of the following'),
  system: z.string(),
  light: z.string(),
  dark: z.string(),
})

export type PageWords = z.infer<typeof pageWords>

/** Shape of `content/labels/<lang>.yaml`: every word that the generator itself puts on a page in that language. */
export const labelsSchema = z.strictObject({
  name: z.string().min(1).describe('name of the language in that language'),
  direction: z.enum(['ltr', 'rtl']).default('ltr'),
  sections: z
    .strictObject({
      symptom: z.string(),
      'root-cause': z.string(),
      fix: z.string(),
      checklist: z.string(),
      'token-savings': z.string(),
      environment: z.string(),
    })
    .describe('second-level headings of a solution'),
  subsections: z
    .strictObject({ confirm: z.string(), option: z.string(), 'do-not': z.string(), verify: z.string() })
    .describe('third-level headings with a fixed meaning'),
  'checklist-columns': z.tuple([z.string(), z.string(), z.string()]),
  evidence: z.strictObject({
    heading: z.string(),
    reproduced: grade,
    confirmed: grade,
    documented: grade,
    reported: grade,
  }),
  verified: z
    .strictObject({
      on: z.string().describe('with {date} {versions}'),
      'with-stand-in': z.string().describe('with {date} {versions}; for a page whose service is imitated'),
      'not-run': z.string(),
    })
    .describe('what a page says about the run of its blocks'),
  measured: z
    .strictObject({
      heading: z.string(),
      seen: z.string().describe('with {name} {seen} {count}'),
      'not-in': z.string().describe('with {name} {seen} {gone} {count}'),
    })
    .describe('what a page says about the versions that were run'),
  unaided: z
    .strictObject({
      heading: z.string(),
      line: z.string().describe('with {model} {right} {asked} {month}'),
      'with-partly': z.string().describe('with {model} {right} {partly} {asked} {month}'),
      unknown: z.string().describe('heading over pages that models do not know'),
      tag: z.string().describe('the same, as a mark of one page in a list'),
    })
    .describe('what models know without the page'),
  retry: z.strictObject({
    heading: z.string(),
    no: z.string(),
    'after-fix': z.string(),
    backoff: z.string(),
  }),
  run: z
    .strictObject({
      reproduce: z.string().describe('over a block that is run and shows the error'),
      fix: z.string().describe('over a block that is run and shows that the fix works'),
    })
    .describe('pages whose blocks are run'),
  page: z.strictObject({
    skip: z.string().describe('skip link'),
    'for-agents': z.string(),
    'catalog-index': z.string(),
    'as-markdown': z.string(),
    affects: z.string(),
    'fixed-in': z.string().describe('with {version}'),
    source: z.string(),
    references: z.string(),
    reviewed: z.string(),
    checked: z.string().describe('link to the rules'),
    caution: z.string(),
    'install-skill': z.string(),
    contribute: z.string(),
    guides: z.string(),
    solutions: z.string(),
    coverage: z.string(),
    proof: z.string(),
    about: z.string().describe('link to what this catalog is'),
    licence: z.string(),
    feed: z.string(),
    navigation: z.string().max(60).describe('name of the links at the top of every page'),
    search: z.string(),
    'search-hint': z.string().max(60).describe('what to type'),
    'on-this-page': z.string().max(60),
    'jump-confirm': z.string().describe('link to what tells whether this page is about the reader’s error'),
    'jump-fix': z.string().describe('link to the whole fix'),
    messages: z.string().describe('over the messages that Symptom does not show; … is explained'),
    related: z.string(),
    previous: z.string().describe('the page before this one in its category'),
    next: z.string(),
    edit: z.string(),
    report: z.string(),
    script: pageWords,
    moved: z.string().describe('title of the page at an old address'),
    'moved-to': z.string().describe('before the link to the new address'),
    withdrawn: z.string().describe('before the reason'),
    superseded: z.string().describe('before the link to the page that replaced this one'),
  }),
  catalog: z
    .strictObject({
      solutions: counted,
      intro: z.string().describe('on the home page, after the number of solutions'),
      reproduced: z.string().describe('this and the next three: what the numbers on the home page count'),
      confirmed: z.string(),
      unknown: z.string(),
      'last-run': z.string(),
      example: z.string().describe('heading over a page that the home page shows'),
      use: z.string().describe('heading over the lines for agents'),
      'use-about': z.string(),
      'any-agent': z.string(),
      'any-agent-prompt': z.string().describe('with {llms}'),
      categories: z.string(),
      newest: z.string(),
      updated: z.string().describe('before the day of the content'),
      code: z.string().describe('where the program lives'),
      coverage: z.string(),
      errors: z.string().describe('title of a category, with {category}'),
      pieces: z.string().describe('before the link to a list that is too long for a Markdown page'),
      codes: z.string(),
      'all-codes': z.string(),
      products: z.string(),
      'all-products': z.string(),
      'all-guides': z.string(),
      'solutions-about': z.string().describe('what the page of all categories and products is'),
      'guides-about': z.string(),
      'product-about': z.string().describe('with {product}'),
      'other-products': z.string().describe('heading over what no group of a list holds'),
      'codes-about': z.string().describe('what the list of codes is'),
      'code-title': z.string().describe('with {code}'),
      'code-about': z.string().describe('with {code}, which several solutions have'),
      'shared-codes': z.string().describe('heading over codes of several solutions'),
      'single-codes': z.string().describe('heading over codes of one solution'),
      markdown: z.string().describe('how to get a page as Markdown'),
      'llms.txt': z.string().describe('what llms.txt is'),
      'solutions.json': z.string(),
      skill: z.string(),
      'not-found': z.string(),
      'not-found-about': z.string(),
    })
    .describe('home, lists and the not-found page'),
  search: z
    .strictObject({
      about: z.string(),
      message: z.string().describe('label of the box'),
      category: z.string(),
      all: z.string().describe('every category'),
      privacy: z.string(),
      keys: z.string().describe('with {slash} {enter} {down} {up}'),
      'without-script': z.string(),
      programs: z.string(),
      script: searchWords,
    })
    .describe('the search page'),
  savings: z.strictObject({
    estimate: z.string().describe('with {page} {attempts} {perAttempt} {trial} {saved}'),
    basis: z.string().describe('what the two figures are based on'),
    unknown: z.string().describe('with {page}; for a page without `attempts`'),
  }),
  draft: z
    .strictObject({
      symptom: z.string(),
      cause: z.string(),
      confirm: z.string(),
      fix: z.string(),
      'do-not': z.string(),
      verify: z.string(),
      environment: z.string(),
    })
    .describe('hints in a file that `fixdex new` writes; no page shows them'),
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
