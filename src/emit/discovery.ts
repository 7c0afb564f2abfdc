import type { Catalog } from '../model/catalog.ts'
import { absolute, rootFile, type Site, siteFile, sitePath } from '../model/site.ts'
import { cut } from '../model/text.ts'
import { categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { skillPath } from './agent-files.ts'
import { sharedCodes } from './lists.ts'
import { type Output, prettyJson } from './output.ts'

/**
 * Where programs look for what a site offers to agents: the AI catalog, the card of the MCP server and its entry for
 * the registry, and a 404 page in Markdown. Those at the root work where the output folder is an origin's root.
 */
export function discoveryFiles(catalog: Catalog, site: Site): Output[] {
  const aiCatalog = prettyJson(aiCatalogOf(catalog, site))
  const notFound = notFoundText(catalog, site)
  return [
    { path: rootFile('.well-known/ai-catalog.json'), body: aiCatalog },
    { path: siteFile(site, '.well-known/ai-catalog.json'), body: aiCatalog },
    { path: siteFile(site, cardPath), body: prettyJson({ $schema: cardSchema, ...serverFacts(site) }) },
    {
      path: siteFile(site, 'server.json'),
      body: prettyJson({ $schema: registrySchema, ...serverFacts(site) }),
    },
    { path: rootFile('404.md'), body: notFound },
    { path: siteFile(site, '404.md'), body: notFound },
  ]
}

const cardPath = '.well-known/mcp/server-card.json'
const cardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
const registrySchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'

/** What agents ask; catalogs of resources are searched by it. */
const representativeQueries = [
  'A command failed with this error: what is the fix?',
  'What causes this error message?',
]

/** https://ai-catalog.io/spec/ */
function aiCatalogOf({ generated }: Catalog, site: Site) {
  const url = (name: string) => absolute(site, sitePath(site, name))
  const publisher = new URL(site.base_url).hostname
  return {
    specVersion: '1.0',
    host: { displayName: site.title, documentationUrl: url('agents') },
    entries: [
      {
        identifier: `urn:air:${publisher}:skill:${site.site}-error-solutions`,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        representativeQueries,
        url: url(skillPath),
        displayName: `${site.title}: look up an error`,
        description: site.tagline,
        updatedAt: generated,
      },
      {
        identifier: `urn:air:${publisher}:mcp:${site.site}`,
        type: 'application/mcp-server-card+json',
        url: url(cardPath),
        displayName: `${site.title}: MCP server`,
        representativeQueries,
      },
    ],
  }
}

/** What card and registry tell alike. The server runs on the user's machine, so there is no remote to connect to. */
function serverFacts(site: Site) {
  const reversed = new URL(site.base_url).hostname.split('.').reverse().join('.')
  return {
    name: `${reversed}/${site.site}`,
    title: cut(site.title, 100),
    description: cut(site.tagline, 100),
    version: site.client.version,
    repository: { url: site.repository, source: 'github' },
    websiteUrl: absolute(site, sitePath(site, 'agents')),
  }
}

/** A static host can't know what was asked for, so the page leads to every list in which it may be. */
const notFoundText = ({ solutions }: Catalog, site: Site): string =>
  fillTemplate(site, 'not-found-text', {
    categories,
    codes: sharedCodes(solutions),
    link: (name: string) => absolute(site, sitePath(site, name)),
  })
