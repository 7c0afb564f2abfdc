import type { Labels } from './labels.ts'
import type { Site } from './site.ts'

/** Words of a language that the work on one file knows: headings, and what is put inside of the author's text. */
export type PageLabels = Pick<
  Labels,
  'sections' | 'subsections' | 'checklist-columns' | 'run' | 'savings'
> & { readonly page: Pick<Labels['page'], 'caution'> }

/** Everything that the work on one file knows of the site. Whatever is not here changes without compiling a file again. */
export interface CompileSettings
  extends Pick<Site, 'site' | 'base_url' | 'title' | 'tokens_per_attempt' | 'exceptions' | 'verified'> {
  readonly labels: Readonly<Record<string, PageLabels>>
}

/** Tells of a file, by its path and language, whether it may compile to something else with the other settings. */
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

/** What the work on every file knows of the site: to be looked at once for all of them. */
export const commonSettings = (settings: CompileSettings) => [
  everywhere(settings),
  Object.entries(settings.labels).map(([lang, labels]) => [lang, pageLabels(labels)]),
]

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What all files of a language know. A heading in the wrong language is told which one it is in, hence all headings. */
function shared(settings: CompileSettings, lang: string) {
  const { labels } = settings
  const words = labels[lang] ?? labels.en
  return [
    everywhere(settings),
    words && pageLabels(words),
    Object.entries(labels).map(([language, { sections }]) => [language, sections]),
  ]
}

// Their types see to it that nothing is left out.
const everywhere = ({
  site,
  base_url,
  title,
  tokens_per_attempt,
}: CompileSettings): Omit<CompileSettings, 'labels' | 'exceptions' | 'verified'> => ({
  site,
  base_url,
  title,
  tokens_per_attempt,
})

const pageLabels = (labels: PageLabels): PageLabels => ({
  sections: labels.sections,
  subsections: labels.subsections,
  'checklist-columns': labels['checklist-columns'],
  run: labels.run,
  savings: labels.savings,
  page: { caution: labels.page.caution },
})

/** What is meant for one file alone. */
export const ownSettings = ({ exceptions, verified }: CompileSettings, path: string) => [
  exceptions.filter((exception) => exception.path === path),
  verified[path.replace(/^solutions\/|\.md$/g, '')],
]
