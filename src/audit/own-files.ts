import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageLabels } from '../content/package-files.ts'
import type { Catalog } from './addresses.ts'
import type { Files } from './files.ts'
import { type Fail, failAt, quote, type Report } from './finding.ts'
import type { Pages } from './lists.ts'
import { letters } from './same-words.ts'

/** What no author wrote has one form, so that words put into it show without any list of hashes. */
export function checkOwnFiles(files: Files, pages: Pages, catalog: Catalog, report: Report): void {
  const { site, baseUrl } = catalog
  const home = `${baseUrl}/${site}`
  for (const [path, lines] of Object.entries(forms(home, baseUrl))) {
    const text = files.get(path)?.text ?? ''
    const odd = text.split('\n').find((line) => line !== '' && !lines.test(line))
    if (odd !== undefined)
      report('host/form', path, `Unexpected line ${quote(odd)}, expected none of its kind`)
  }
  const api = files.get(`${site}/openapi.json`)
  const servers = (api?.data as { servers?: { url: string }[] } | undefined)?.servers ?? []
  if (api && (servers.length !== 1 || servers[0]?.url !== home))
    report('host/form', api.path, `Unexpected servers, expected ${home}`)
  for (const { path, text } of files.values()) {
    if (path.endsWith('.css')) checkStyles(text, failAt(report, path))
  }
  checkFrames(pages, report)
}

const forms = (home: string, baseUrl: string): Readonly<Record<string, RegExp>> => {
  const [own, root] = [home, baseUrl].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return {
    'robots.txt': new RegExp(`^(?:User-agent: \\*|Allow: /|Sitemap: ${own}/sitemap\\.xml)$`),
    _headers:
      /^(?:\/[\w-]+\/[\w./*]+| {2}X-Content-Type-Options: nosniff| {2}Referrer-Policy: no-referrer| {2}Access-Control-Allow-Origin: \*| {2}Cache-Control: public, max-age=\d+(?:, (?:immutable|stale-while-revalidate=\d+))?| {2}Content-Type: text\/markdown; charset=utf-8| {2}X-Robots-Tag: noindex)$/,
    '.well-known/security.txt': new RegExp(
      `^(?:Contact: (?:https://|mailto:)\\S+|Expires: [\\dT:.-]+Z|Preferred-Languages: [a-z, ]+|Canonical: ${root}/\\.well-known/security\\.txt)$`,
    ),
  }
}

/** No escapes, which could spell anything; no rule that loads; no words of its own. */
function checkStyles(text: string, fail: Fail): void {
  const styles = text.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
  const escape = /\\(?![0-9a-f]{4}\b)/i.exec(styles)
  if (escape) fail('file/remote', 'Unexpected escape in a stylesheet, expected plain names')
  for (const [, rule = ''] of styles.matchAll(/@([a-z-]+)/gi))
    if (!/^(?:media|supports|keyframes|layer|container|page|property)$/i.test(rule))
      fail('file/remote', `Unexpected rule @${rule} in a stylesheet, expected one that loads nothing`)
  for (const [, value = ''] of styles.matchAll(/(?<![-\w])content\s*:([^;}]*)/gi))
    if (
      /\p{L}{3}/u.test(
        value.replace(/\b(?:attr|counter|counters)\([^()]*\)|\b(?:none|normal|inherit)\b/g, ''),
      )
    )
      fail('html/hidden', `Unexpected words in a stylesheet: ${quote(value.trim())}, expected them on a page`)
}

/** A line of a header or footer stands on several pages, or is one of the program’s labels. */
function checkFrames(pages: Pages, report: Report): void {
  const counts = new Map<string, number>()
  for (const { frame } of pages.values())
    for (const line of new Set(frame)) counts.set(line, (counts.get(line) ?? 0) + 1)
  let labels: string | undefined
  for (const { frame, path } of pages.values())
    for (const line of frame) {
      if ((counts.get(line) ?? 0) > 1) continue
      labels ??= readdirSync(packageLabels)
        .map((name) => letters(readFileSync(join(packageLabels, name), 'utf8')))
        .join(' ')
      if (!labels.includes(letters(line)))
        report(
          'page/frame',
          path,
          `Unexpected ${quote(line)} in header or footer, expected what other pages have`,
        )
    }
}
