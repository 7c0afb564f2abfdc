import type { Labels } from './labels.ts'
import type { Site } from './site.ts'

/** The labels that compiling one file depends on: headings, and words inserted into the author's text. */
export type PageLabels = Pick<
  Labels,
  'sections' | 'subsections' | 'checklist-columns' | 'run' | 'savings'
> & { readonly page: Pick<Labels['page'], 'caution'> }

/** Settings that each name the one file that they are about. */
type OwnSettings = 'exceptions' | 'verified' | 'unaided'

/** All settings that compiling one file depends on. A change of any other setting recompiles nothing. */
export interface CompileSettings
  extends Pick<Site, 'site' | 'base_url' | 'title' | 'tokens_per_attempt' | 'approved' | OwnSettings> {
  readonly labels: Readonly<Record<string, PageLabels>>
}

/** Returns a predicate: may a file, by its path and language, compile differently with the other settings? */
export function changedFor(
  before: CompileSettings,
  after: CompileSettings,
): (path: string, lang: string) => boolean {
  const byLanguage = new Map<string, boolean>()
  const changedIn = (lang: string): boolean => {
    const known = byLanguage.get(lang)
    if (known !== undefined) return known
    const changed = !same(shared(before, lang), shared(after, lang))
    byLanguage.set(lang, changed)
    return changed
  }
  return (path, lang) => changedIn(lang) || !same(ownSettings(before, path), ownSettings(after, path))
}

/** The settings that every file depends on, to be hashed once. */
export const commonSettings = (settings: CompileSettings) => [
  everywhere(settings),
  Object.entries(settings.labels).map(([lang, labels]) => [lang, pageLabels(labels)]),
]

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The settings that all files of a language depend on. A hint names the language of an unknown heading, hence all headings. */
function shared(settings: CompileSettings, lang: string) {
  const { labels } = settings
  const words = labels[lang] ?? labels.en
  return [
    everywhere(settings),
    words && pageLabels(words),
    Object.entries(labels).map(([language, { sections }]) => [language, sections]),
  ]
}

// The return types ensure that nothing is left out.
const everywhere = ({
  site,
  base_url,
  title,
  tokens_per_attempt,
  approved,
}: CompileSettings): Omit<CompileSettings, 'labels' | OwnSettings> => ({
  site,
  base_url,
  title,
  tokens_per_attempt,
  approved,
})

const pageLabels = (labels: PageLabels): PageLabels => ({
  sections: labels.sections,
  subsections: labels.subsections,
  'checklist-columns': labels['checklist-columns'],
  run: labels.run,
  savings: labels.savings,
  page: { caution: labels.page.caution },
})

/** The settings for one file alone. */
export const ownSettings = ({ exceptions, verified, unaided }: CompileSettings, path: string) => {
  const id = path.replace(/^solutions\/|\.md$/g, '')
  return [exceptions.filter((exception) => exception.path === path), verified[id], unaided[id]]
}
