import * as z from 'zod'

const grade = z.strictObject({
  name: z.string().min(1).describe('one word, shown as a badge'),
  means: z.string().min(1).describe('what the word stands for'),
})

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
  retry: z.strictObject({
    heading: z.string(),
    no: z.string(),
    'after-fix': z.string(),
    backoff: z.string(),
  }),
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
    search: z.string(),
    'search-hint': z.string().max(60).describe('what to type'),
    'on-this-page': z.string().max(60),
    messages: z.string().describe('over the messages that Symptom does not show; … is explained'),
    related: z.string(),
    previous: z.string().describe('the page before this one in its category'),
    next: z.string(),
    edit: z.string(),
    report: z.string(),
  }),
  savings: z.strictObject({
    estimate: z.string().describe('with {page} {attempts} {perAttempt} {trial} {saved}'),
    basis: z.string().describe('what the two figures rest on'),
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

/** `fill('{a} of {b}', { a: 1, b: 2 })` is `1 of 2`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))
}
