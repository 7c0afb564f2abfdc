import { Eta } from 'eta'
import type { Site } from '../model/site.ts'
import type { Html } from './markdown.ts'

const engines = new WeakMap<Site['templates'], Eta>()

/** Fills `templates/<name>.eta`. Text is escaped; only what is already `Html` goes in raw. */
export function fillTemplate(site: Site, name: string, data: object): Html {
  let eta = engines.get(site.templates)
  if (eta === undefined) {
    eta = new Eta({ autoTrim: [false, 'nl'] })
    for (const [template, source] of Object.entries(site.templates)) eta.loadTemplate(`@${template}`, source)
    engines.set(site.templates, eta)
  }
  try {
    return eta.render(`@${name}`, data) as Html
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`templates/${name}.eta: ${reason}`, { cause: error })
  }
}
