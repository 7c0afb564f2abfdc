import { Eta } from 'eta'
import { labelsFor } from '../model/labels.ts'
import { absolute, type Site, sitePath } from '../model/site.ts'
import { fill, fillCount } from '../model/text.ts'
import type { Html } from './markdown.ts'

interface TemplateData {
  readonly lang?: string
  readonly [key: string]: unknown
}

const engines = new WeakMap<Site['templates'], Eta>()

/**
 * Fills `templates/<name>.eta`. `<%= %>` escapes; only values of type `Html` are inserted raw. In addition to `data`, a
 * template has the site, the labels of its language, `at` for addresses below the site and `link` for the same with
 * scheme and host.
 */
export function fillTemplate(site: Site, name: string, data: TemplateData = {}): Html {
  const shared = {
    site,
    labels: labelsFor(site, data.lang ?? site.lang),
    at: (path: string) => sitePath(site, path),
    link: (path: string) => absolute(site, sitePath(site, path)),
    fill,
    fillCount,
  }
  try {
    return engineOf(site).render(`@${name}`, { ...shared, ...data }) as Html
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
