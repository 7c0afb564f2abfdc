import type { Labels } from './labels.ts'
import type { Site } from './site.ts'

const labelKeys = ['sections', 'subsections', 'checklist-columns', 'run', 'savings'] as const

/** The labels used to compile a file: headings, and words inserted into the author's text. */
export type PageLabels = Pick<Labels, (typeof labelKeys)[number]> & {
  readonly page: Pick<Labels['page'], 'caution'>
}

const commonKeys = ['site', 'base_url', 'title', 'tokens_per_attempt', 'approved'] as const

/** Settings whose entries each concern one file. */
type OwnSettings = 'exceptions' | 'verified' | 'unaided'

/** All settings used to compile a file. Changing any other setting recompiles nothing. */
export interface CompileSettings extends Pick<Site, (typeof commonKeys)[number] | OwnSettings> {
  readonly labels: Readonly<Record<string, PageLabels>>
  /** Leaves out what no check looks at: the tokens of each page, whose counting takes a third of a small check. */
  readonly checkOnly?: boolean | undefined
}

/** The settings that every file depends on, hashed once. */
export const commonSettings = (settings: CompileSettings) => ({
  ...pick(settings, commonKeys),
  checkOnly: settings.checkOnly,
  labels: Object.fromEntries(
    Object.entries(settings.labels).map(([lang, labels]) => [
      lang,
      { ...pick(labels, labelKeys), page: pick(labels.page, ['caution']) },
    ]),
  ),
})

const pick = <T, K extends keyof T>(from: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))

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
