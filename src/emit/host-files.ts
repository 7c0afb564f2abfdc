import type { Catalog } from '../model/catalog.ts'
import { guidePath, homePath, rootFile, type Site, siteFile, sitePath, solutionPath } from '../model/site.ts'
import { cut } from '../model/text.ts'
import { categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { skillPath } from './agent-files.ts'
import { productsOf, sharedCodes } from './lists.ts'
import { type Output, prettyJson } from './output.ts'

const cardPath = '.well-known/mcp/server-card.json'
const catalogPath = '.well-known/ai-catalog.json'

/**
 * Files for hosts and crawlers, and where programs look for what a site offers to agents: the AI catalog, the card of the
 * MCP server and its entry for the registry. Those at the root only work where the output folder is an origin's root.
 */
export function hostFiles(catalog: Catalog, site: Site): Output[] {
  // RFC 9116. Eleven months after the content last changed: an abandoned catalog stops promising an answer.
  const expires = new Date(catalog.generated)
  expires.setUTCMonth(expires.getUTCMonth() + 11)
  const { hostname } = new URL(site.base_url)
  const text = (template: string, data = {}) => fillTemplate(site, template, data)
  const json = (template: string, data = {}) =>
    prettyJson(JSON.parse(text(template, { hostname, quote: JSON.stringify, cut, ...data })))
  const aiCatalog = json('ai-catalog', { generated: catalog.generated, skillPath, cardPath })
  const notFound = text('not-found-text', { categories, codes: sharedCodes(catalog.solutions, site) })
  const schemas = 'https://static.modelcontextprotocol.io/schemas'
  const atRoot = {
    'robots.txt': text('robots'),
    _headers: text('host-headers'),
    '.well-known/security.txt': text('security', { expires: expires.toISOString() }),
  }
  const atBoth = { '.nojekyll': '', '404.md': notFound, [catalogPath]: aiCatalog }
  const inSite = {
    'sitemap.xml': text('sitemap', { pages: pagesOf(catalog, site) }),
    [cardPath]: json('mcp-server', { schema: `${schemas}/v1/server-card.schema.json` }),
    'server.json': json('mcp-server', { schema: `${schemas}/2025-12-11/server.schema.json` }),
  }
  const bodies = (files: object): [string, string][] => Object.entries(files)
  return [
    ...bodies({ ...atRoot, ...atBoth }).map(([name, body]) => ({ path: rootFile(name), body })),
    ...bodies({ ...inSite, ...atBoth }).map(([name, body]) => ({ path: siteFile(site, name), body })),
  ]
}

/** Every page for search engines, with the day on which it last changed. */
function pagesOf({ generated, solutions, translations, guides }: Catalog, site: Site) {
  const day = generated.slice(0, 10)
  const names = [
    ...['agents', 'skill', 'rules', 'about', 'solutions', 'guide'],
    ...productsOf(solutions, site).map(({ slug }) => `product/${slug}`),
    ...(site.proof ? ['proof'] : []),
    'code',
    ...sharedCodes(solutions, site).map(({ name }) => `code/${name}`),
    ...(site.coverage.length > 0 ? ['coverage'] : []),
    ...site.coverage.map(({ slug }) => `coverage/${slug}`),
    ...categories.map((category) => `solutions/${category}`),
  ]
  const lists = [homePath(site), ...names.map((name) => sitePath(site, name))]
  return [
    ...lists.map((path) => ({ path, modified: day })),
    ...guides.map(({ name, reviewed = day }) => ({ path: guidePath(site, name), modified: reviewed })),
    ...[...solutions, ...translations].map(({ id, reviewed = day }) => ({
      path: solutionPath(site, id),
      modified: reviewed,
    })),
  ]
}
