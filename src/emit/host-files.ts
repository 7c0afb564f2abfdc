import type { Catalog } from '../model/catalog.ts'
import {
  absolute,
  guidePath,
  homePath,
  type PagePath,
  rootFile,
  type Site,
  siteFile,
  sitePath,
  solutionPath,
} from '../model/site.ts'
import { categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { productsOf, sharedCodes } from './lists.ts'
import type { Output } from './output.ts'

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
  const { generated, solutions, translations, guides } = catalog
  const day = generated.slice(0, 10)
  const names = [
    ...['agents', 'skill', 'rules', 'about', 'solutions', 'guide'],
    ...productsOf(solutions, site).map(({ slug }) => `product/${slug}`),
    ...(site.proof ? ['proof'] : []),
    'code',
    ...sharedCodes(solutions).map((code) => `code/${code}`),
    ...(site.coverage.length > 0 ? ['coverage'] : []),
    ...site.coverage.map(({ slug }) => `coverage/${slug}`),
    ...categories.map((category) => `solutions/${category}`),
  ]
  const pages: (readonly [PagePath, string])[] = [
    [homePath(site), day],
    ...names.map((name) => [sitePath(site, name), day] as const),
    ...guides.map(({ name, reviewed = day }) => [guidePath(site, name), reviewed] as const),
    ...[...solutions, ...translations].map(
      ({ id, reviewed = day }) => [solutionPath(site, id), reviewed] as const,
    ),
  ]
  return fillTemplate(site, 'sitemap', {
    pages: pages.map(([path, modified]) => ({ url: absolute(site, path), modified })),
  })
}

/** Only directives that every crawler knows: some checkers reject the whole file for an unknown one. */
const robots = (site: Site): string => `User-agent: *
Allow: /

Sitemap: ${absolute(site, sitePath(site, 'sitemap.xml'))}
`

/** Syntax of Cloudflare and Netlify. Cache rules do not overlap: hosts join overlapping values with a comma. */
const headers = (site: Site): string => fillTemplate(site, 'host-headers', site)

/** RFC 9116. It expires eleven months after the content last changed: an abandoned catalog stops promising an answer. */
function securityText({ generated }: Catalog, site: Site): string {
  const expires = new Date(generated)
  expires.setUTCMonth(expires.getUTCMonth() + 11)
  return `Contact: ${site.contact}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\nCanonical: ${absolute(site, '/.well-known/security.txt')}\n`
}
