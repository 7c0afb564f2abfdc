import type { Catalog } from '../model/catalog.ts'
import {
  absolute,
  categoryPath,
  guidePath,
  homePath,
  rootFile,
  type Site,
  siteFile,
  sitePath,
  solutionPath,
} from '../model/site.ts'
import { categories } from '../model/vocabulary.ts'
import { escapeHtml } from '../render/template.ts'
import { codeNames, overviewNames } from './list-pages.ts'
import type { Output } from './output.ts'
import { coverageNames } from './text-pages.ts'

/** Files for hosts and crawlers. Those at the root work only where the output folder is an origin's root. */
export function hostFiles(catalog: Catalog, site: Site): Output[] {
  return [
    { path: siteFile(site, 'sitemap.xml'), body: sitemap(catalog, site) },
    { path: rootFile('robots.txt'), body: robots(site) },
    { path: rootFile('_headers'), body: headers(site) },
    { path: rootFile('.nojekyll'), body: '' },
    { path: siteFile(site, '.nojekyll'), body: '' },
    { path: rootFile('.well-known/security.txt'), body: securityText(catalog, site) },
  ]
}

function sitemap(catalog: Catalog, site: Site): string {
  const { generated, solutions, guides } = catalog
  const day = generated.slice(0, 10)
  const pages: [string, string | undefined][] = [
    [homePath(site), day],
    [sitePath(site, 'agents'), day],
    [sitePath(site, 'skill'), day],
    [sitePath(site, 'rules'), day],
    [sitePath(site, 'about'), day],
    ...overviewNames(catalog, site).map((name): [string, string] => [sitePath(site, name), day]),
    ...(site.proof ? [[sitePath(site, 'proof'), day] as [string, string]] : []),
    ...codeNames(catalog).map((name): [string, string] => [sitePath(site, name), day]),
    ...coverageNames(site).map((name): [string, string] => [sitePath(site, name), day]),
    ...categories.map((category): [string, string] => [categoryPath(site, category), day]),
    ...guides.map((guide): [string, string] => [guidePath(site, guide.name), guide.reviewed ?? day]),
    ...solutions.map((solution): [string, string] => [
      solutionPath(site, solution.id),
      solution.reviewed ?? day,
    ]),
  ]
  const urls = pages.map(
    ([path, modified]) =>
      `<url><loc>${escapeHtml(absolute(site, path))}</loc><lastmod>${modified}</lastmod></url>`,
  )
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

/** Only directives that every crawler knows: some checkers reject the whole file for an unknown one. */
const robots = (site: Site): string => `User-agent: *
Allow: /

Sitemap: ${absolute(site, sitePath(site, 'sitemap.xml'))}
`

/** Syntax of Cloudflare and Netlify. Cache rules do not overlap: hosts join overlapping values with a comma. */
const headers = ({ site }: Site): string => `/${site}/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Access-Control-Allow-Origin: *
  Link: </${site}/llms.txt>; rel="describedby"; type="text/markdown", </${site}/.well-known/ai-catalog.json>; rel="ai-catalog", </${site}/openapi.json>; rel="service-desc"
/${site}/solutions.json
  Cache-Control: public, max-age=300, stale-while-revalidate=86400
/${site}/version.json
  Cache-Control: public, max-age=300
/${site}/assets/*
  Cache-Control: public, max-age=31536000, immutable
/${site}/*.md
  Content-Type: text/markdown; charset=utf-8
  X-Robots-Tag: noindex
`

/** RFC 9116. It expires eleven months after the content last changed: an abandoned catalog stops promising an answer. */
function securityText({ generated }: Catalog, site: Site): string {
  const expires = new Date(generated)
  expires.setUTCMonth(expires.getUTCMonth() + 11)
  return `Contact: ${site.contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\nCanonical: ${absolute(site, '/.well-known/security.txt')}\n`
}
