import type { Labels } from './labels.ts'
import type { Site } from './site.ts'

/** The labels used to compile a file: headings, and words inserted into the author's text. */
export type PageLabels = Pick<
  Labels,
  'sections' | 'subsections' | 'checklist-columns' | 'run' | 'savings'
> & { readonly page: Pick<Labels['page'], 'caution' | 'attack'> }

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
      ...[lang, sections, subsections, columns, run, savings, page.caution, page.attack],
    ],
  )
  return [site, base_url, title, tokens_per_attempt, approved, words]
}

/** The settings that concern one file. A translation shows the runs of its English page. */
export const ownSettings = (
  { exceptions, verified, unaided }: CompileSettings,
  { path, text }: { readonly path: string; readonly text: string },
) => {
  const id = path.replace(/^solutions\/|\.md$/g, '')
  const original = /^translation_of:\s{1,3}["']?([\w/-]+)/m.exec(text)?.[1] ?? id
  return [exceptions.filter((exception) => exception.path === path), verified[original], unaided[id]]
}
