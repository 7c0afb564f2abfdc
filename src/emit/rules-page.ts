import { rulesSummary } from '../checks/rules-text.ts'
import type { Catalog } from '../model/catalog.ts'
import { type Site, sitePath } from '../model/site.ts'
import type { Output } from './output.ts'
import { textPage } from './text-page.ts'

/** `/rules`: what was checked on every page, so that readers know and authors know up front. */
export function rulesPage(catalog: Catalog, site: Site): Output[] {
  const text = rulesSummary()
  return textPage(catalog, site, {
    path: sitePath(site, 'rules'),
    title: 'What is checked',
    summary:
      'Every source file is checked by these rules before it is published, and the output is read back and proven. Bad examples of what agents must not read are in the repository only.',
    text: () => text,
  })
}
