import { Eta } from 'eta'
import type { Site } from '../model/site.ts'
import type { Html } from './markdown.ts'

const engines = new WeakMap<Site['templates'], Eta>()

/** Fills `templates/<name>.eta`. Text is escaped; only values of type `Html` are inserted raw. */
export function fillTemplate(site: Site, name: string, data: object): Html {
  try {
    return engineOf(site).render(`@${name}`, data) as Html
  } catch (error) {
    throw named(name, error)
  }
}

function engineOf({ templates }: Site): Eta {
  const known = engines.get(templates)
  if (known) return known
  const eta = new Eta({ autoTrim: [false, 'nl'] })
  for (const [template, source] of Object.entries(templates)) {
    try {
      eta.loadTemplate(`@${template}`, source)
    } catch (error) {
      throw named(template, error)
    }
  }
  engines.set(templates, eta)
  return eta
}

/** Adds the template's name, which Eta's own errors lack. */
function named(template: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return reason.startsWith('templates/')
    ? (error as Error)
    : new Error(`templates/${template}.eta: ${reason}`, { cause: error })
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML or XML, safe in elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
