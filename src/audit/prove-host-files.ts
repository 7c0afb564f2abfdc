import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

/** Lines without which a file for hosts and crawlers does not do what it is there for. */
function linesOf(site: string, baseUrl: string): ReadonlyMap<string, readonly (string | RegExp)[]> {
  return new Map([
    ['robots.txt', ['User-agent: *', 'Allow: /', `Sitemap: ${baseUrl}/${site}/sitemap.xml`]],
    [
      '_headers',
      [
        `/${site}/*`,
        '  X-Content-Type-Options: nosniff',
        '  Access-Control-Allow-Origin: *',
        `/${site}/solutions.json`,
        /^ {2}Cache-Control: public, max-age=300\b/,
        `/${site}/assets/*`,
        /^ {2}Cache-Control: public, max-age=\d{8}, immutable$/,
        '  Content-Type: text/markdown; charset=utf-8',
      ],
    ],
    [
      '.well-known/security.txt',
      [
        /^Contact: https:\/\/\S+$/,
        /^Expires: \d{4}-\d{2}-\d{2}T[\d:.]+Z$/,
        `Canonical: ${baseUrl}/.well-known/security.txt`,
      ],
    ],
  ])
}

/** What hosts, crawlers and reporters of security problems read. */
export function proveHostFiles(texts: Texts, { site, baseUrl, report }: Subject): void {
  for (const [path, expected] of linesOf(site, baseUrl)) {
    const lines = texts.get(path)?.split('\n')
    if (lines === undefined) continue
    for (const wanted of expected) {
      const found = lines.some((line) => (typeof wanted === 'string' ? line === wanted : wanted.test(line)))
      if (!found) report('host/lines', path, `Unexpected file without a line \`${wanted}\`, expected it`)
    }
    if (path === 'robots.txt' && lines.some((line) => /^Disallow:\s*\S/i.test(line))) {
      report('host/lines', path, 'Unexpected Disallow, expected a catalog that every agent may read')
    }
  }
}
