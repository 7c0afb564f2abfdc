import type { Labels } from './labels.ts'
import type { Site } from './site.ts'

/** The labels used to compile a file: headings, and words inserted into the author's text. */
export type PageLabels = Pick<
  Labels,
  'sections' | 'subsections' | 'checklist-columns' | 'run' | 'savings'
> & { readonly page: Pick<Labels['page'], 'caution'> }

/** All settings used to compile a file. Changing any other setting recompiles nothing. */
export interface CompileSettings
  extends Pick<Site, 'site' | 'base_url' | 'title' | 'tokens_per_attempt' | 'approved'>,
    Pick<Site, 'exceptions' | 'verified' | 'unaided'> {
  readonly labels: Readonly<Record<string, PageLabels>>
}

/** The settings that every file depends on. */
export const commonSettings = (settings: CompileSettings) => {
  const { site, base_url, title, tokens_per_attempt, approved, labels } = settings
  const words = Object.entries(labels).map(
    ([lang, { sections, subsections, 'checklist-columns': columns, run, savings, page }]) => [
      ...[lang, sections, subsections, columns, run, savings, page.caution],
    ],
  )
  return [site, base_url, title, tokens_per_attempt, approved, words]
}

/** The settings that concern one file. */
export const ownSettings = ({ exceptions, verified, unaided }: CompileSettings, path: string) => {
  const id = path.replace(/^solutions\/|\.md$/g, '')
  return [exceptions.filter((exception) => exception.path === path), verified[id], unaided[id]]
}
