import type { Labels } from './labels.ts'
import type { Site } from './site.ts'

/** The labels used to compile a file: headings, and words inserted into the author's text. */
export type PageLabels = Pick<
  Labels,
  'sections' | 'subsections' | 'checklist-columns' | 'run' | 'savings'
> & { readonly page: Pick<Labels['page'], 'caution'> }

/** Settings whose entries each concern one file. */
type OwnSettings = 'exceptions' | 'verified' | 'unaided'

/** All settings used to compile a file. Changing any other setting recompiles nothing. */
export interface CompileSettings
  extends Pick<Site, 'site' | 'base_url' | 'title' | 'tokens_per_attempt' | 'approved' | OwnSettings> {
  readonly labels: Readonly<Record<string, PageLabels>>
  /** Leaves out what no check looks at: the tokens of each page, whose counting takes a third of a small check. */
  readonly checkOnly?: boolean | undefined
}

/** The settings that every file depends on, hashed once. The types ensure that none is missing. */
export const commonSettings = (settings: CompileSettings): Omit<CompileSettings, OwnSettings> => ({
  site: settings.site,
  base_url: settings.base_url,
  title: settings.title,
  tokens_per_attempt: settings.tokens_per_attempt,
  approved: settings.approved,
  checkOnly: settings.checkOnly,
  labels: Object.fromEntries(
    Object.entries(settings.labels).map(([lang, labels]) => [lang, pageLabels(labels)]),
  ),
})

const pageLabels = (labels: PageLabels): PageLabels => ({
  sections: labels.sections,
  subsections: labels.subsections,
  'checklist-columns': labels['checklist-columns'],
  run: labels.run,
  savings: labels.savings,
  page: { caution: labels.page.caution },
})

/** The settings that concern one file. */
export const ownSettings = ({ exceptions, verified, unaided }: CompileSettings, path: string) => {
  const id = path.replace(/^solutions\/|\.md$/g, '')
  return [exceptions.filter((exception) => exception.path === path), verified[id], unaided[id]]
}

/** Whether a file may compile differently with other settings. */
export function changedFor(before: CompileSettings, after: CompileSettings): (path: string) => boolean {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const isCommon = !same(commonSettings(before), commonSettings(after))
  return (path) => isCommon || !same(ownSettings(before, path), ownSettings(after, path))
}
