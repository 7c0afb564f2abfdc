import type { Labels } from '../model/labels.ts'
import { type PagePath, type Site, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'

/** A paragraph that stands before everything else on a page that is no longer in force. */
export interface Notice {
  readonly lead: string
  readonly text?: string
  readonly link?: { readonly title: string; readonly lang: string; readonly path: PagePath }
}

/** Why the page no longer holds, and what holds instead. */
export function noticesFor(
  { withdrawn, superseded_by, lang }: Solution,
  successor: Solution | undefined,
  { page }: Labels,
  site: Site,
): Notice[] {
  const notices: Notice[] = []
  if (withdrawn !== undefined) notices.push({ lead: page.withdrawn, text: withdrawn })
  if (superseded_by !== undefined) {
    // While a catalog is written the page may not be there yet.
    const target = successor ?? { title: superseded_by, lang }
    const link = { title: target.title, lang: target.lang, path: solutionPath(site, superseded_by) }
    notices.push({ lead: page.superseded, link })
  }
  return notices
}
