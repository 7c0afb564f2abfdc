import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import * as z from 'zod'
import { addressesIn, type Catalog, type Link, siteLinks } from './addresses.ts'
import { type Fail, failAt, quote, type Report } from './finding.ts'
import { checkReadable, checkVisible, decode, readBytes } from './folder.ts'
import { cardSize, checkFrame } from './frame.ts'
import { readPage } from './page-view.ts'

/** A file that is not a form of a page, as the checks across files need it. */
export interface FileFacts {
  readonly path: string
  readonly text: string
  readonly links: readonly Link[]
  /** Of a 404 page. */
  readonly ids?: ReadonlySet<string>
  /** Of a JSON file that parses. */
  readonly data?: unknown
}

export type Files = ReadonlyMap<string, FileFacts>

/** What a JSON file says; undefined when it is missing, broken or of another shape. Broken JSON was reported when it was read. */
export const readJson = <T>(files: Files, path: string, schema: z.ZodType<T>): T | undefined =>
  schema.safeParse(files.get(path)?.data).data

/** Checks a file by what its name says it is. Undefined when it is not text. */
export function checkFile(path: string, catalog: Catalog, report: Report): FileFacts | undefined {
  const fail = failAt(report, path)
  const bytes = readBytes(catalog.folder, path)
  if (path.endsWith('.png')) {
    checkPng(bytes, fail)
    return undefined
  }
  const text = decode(bytes, path, report)
  if (text === undefined) return undefined
  if (/(?:llms(?:-\d+)?\.txt|SKILL\.md)$/.test(path)) checkReadable(text, fail)
  if (path.endsWith('.json')) return { path, text, ...checkJson(text, path, catalog, fail) }
  // XML is read with its links where the sitemap and the feed are checked.
  if (path.endsWith('.xml')) return { path, text, links: [] }
  if (path.endsWith('.html'))
    return { path, text, ...checkFrame(readPage(text, path, undefined, fail), catalog, fail) }
  if (!path.startsWith(`${catalog.site}/assets/`))
    return { path, text, links: siteLinks(addressesIn(text, catalog), path, catalog) }
  checkAsset(text, bytes, path, fail)
  return { path, text, links: [] }
}

function checkJson(
  text: string,
  path: string,
  catalog: Catalog,
  fail: Fail,
): { links: Link[]; data?: unknown } {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    fail('file/syntax', `Unexpected text, expected JSON: ${(error as Error).message}`)
    return { links: [] }
  }
  const links: Link[] = []
  for (const value of stringsOf(data)) {
    checkVisible(value, fail)
    const isAddress = value.startsWith(`${catalog.baseUrl}/`) && !/\s/.test(value)
    links.push(...siteLinks(isAddress ? [value] : addressesIn(value, catalog), path, catalog))
  }
  return { data, links }
}

/** Keys and values, however deep. */
function* stringsOf(data: unknown): Generator<string> {
  const open: unknown[] = [data]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') yield value
    else if (typeof value === 'object' && value !== null) {
      const inside = Array.isArray(value) ? value : Object.entries(value).flat()
      for (const item of inside) open.push(item)
    }
  }
}

/** The name contains the hash, because hosts are told that the bytes never change. */
function checkAsset(text: string, bytes: Buffer, path: string, fail: Fail): void {
  const hash = /\.([0-9a-f]+)\.(?:css|js|svg)$/.exec(path)?.[1] ?? ''
  if (!createHash('sha256').update(bytes).digest('hex').startsWith(hash))
    fail('file/hash', 'Unexpected hash in the name, expected the start of the content’s sha256')
  if (path.endsWith('.css')) {
    const addresses = [...text.matchAll(/url\(\s*["']?([^"')]*)/gi)].map(([, address = '']) => address)
    if (/@import/i.test(text) || addresses.some((address) => !/^(?:data:image\/|#|\/(?!\/))/.test(address)))
      fail(
        'file/remote',
        'Unexpected @import or url() in a stylesheet, expected it to load only from the site',
      )
  }
  if (path.endsWith('.svg')) {
    // It can be opened by its address, and would then run what it contains.
    const names = [...text.matchAll(/<\/?([^\s/>]+)/g)].map(([, name = '']) => name)
    const shapes = /^(?:svg|g|path|rect|circle|ellipse|line|polygon|polyline)$/
    if (!names.every((name) => shapes.test(name)) || /\son|href|url\(|style/i.test(text))
      fail('file/remote', 'Unexpected content of a picture, expected shapes that load and run nothing')
  }
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The chunks that make the picture. Others contain words, places and dates that nobody sees. */
const pngChunks = /^(?:IHDR|PLTE|tRNS|sRGB|gAMA|pHYs|IDAT|IEND)$/

/** The card is a PNG of the right size that contains a picture and nothing else. */
function checkPng(bytes: Buffer, fail: Fail): void {
  const types: string[] = []
  let at = 8
  for (; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8))
  const whole = at === bytes.length && types[0] === 'IHDR' && types.at(-1) === 'IEND'
  if (!whole || !bytes.subarray(0, 8).equals(pngSignature)) {
    fail('file/syntax', 'Unexpected bytes, expected one whole PNG')
    return
  }
  const foreign = types.find((type) => !pngChunks.test(type))
  if (foreign) fail('file/remote', `Unexpected chunk ${JSON.stringify(foreign)}, expected only the picture`)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width !== cardSize.width || height !== cardSize.height)
    fail(
      'head/card',
      `Unexpected picture of ${width} × ${height}, expected ${cardSize.width} × ${cardSize.height}`,
    )
}

const skillList = z.looseObject({
  skills: z
    .array(z.looseObject({ name: z.string(), description: z.string(), url: z.string(), digest: z.string() }))
    .min(1),
})

/** The discovery file names skills that exist, with the digests of their bytes; clients of its earlier form read a copy. */
export function checkSkills(files: Files, { site }: Catalog, report: Report): void {
  const folder = `${site}/.well-known/agent-skills`
  const path = `${folder}/index.json`
  const list = readJson(files, path, skillList)
  if (list === undefined && files.has(path))
    report('skill/digest', path, 'Unexpected content, expected skills with name, description, url and digest')
  for (const { name, description, url, digest } of list?.skills ?? []) {
    const file = posix.join(folder, url)
    const skill = files.get(file)?.text
    const actual = skill && `sha256:${createHash('sha256').update(skill).digest('hex')}`
    if (url !== `${name}/SKILL.md` || digest !== actual)
      report(
        'skill/digest',
        path,
        `Unexpected digest ${quote(digest)} of ${quote(url)}, expected ${actual ?? 'a file'}`,
      )
    if (skill !== undefined && !skill.startsWith(`---\nname: ${name}\ndescription: ${description}\n`))
      report('skill/digest', file, `Unexpected start, expected the name and description in ${path}`)
  }
  for (const [copy, { text }] of files) {
    const original = copy.replace('/skills/', '/agent-skills/')
    const isCopy = copy.startsWith(`${site}/.well-known/skills/`) && copy.endsWith('.md')
    if (isCopy && files.get(original)?.text !== text)
      report('file/differs', copy, `Unexpected content, expected that of ${original}`)
  }
}

const schemaHead = z.looseObject({
  $schema: z.literal('https://json-schema.org/draft/2020-12/schema'),
  $id: z.string(),
})

/** A JSON Schema says which draft it is written in and where it is published. */
export function checkSchemas(files: Files, { site, baseUrl }: Catalog, report: Report): void {
  for (const path of files.keys()) {
    const address = `${baseUrl}/${path}`
    if (path.startsWith(`${site}/schema/`) && readJson(files, path, schemaHead)?.$id !== address)
      report('schema/head', path, `Unexpected $schema or $id, expected draft 2020-12 and ${address}`)
  }
}

/** The lines without which a file for hosts and crawlers does not do its job. */
const hostLines = (
  site: string,
  baseUrl: string,
): Readonly<Record<string, readonly (string | RegExp)[]>> => ({
  'robots.txt': ['User-agent: *', 'Allow: /', `Sitemap: ${baseUrl}/${site}/sitemap.xml`],
  _headers: [
    `/${site}/*`,
    '  X-Content-Type-Options: nosniff',
    '  Access-Control-Allow-Origin: *',
    `/${site}/solutions.json`,
    /^ {2}Cache-Control: public, max-age=300\b/,
    `/${site}/assets/*`,
    /^ {2}Cache-Control: public, max-age=\d{8}, immutable$/,
    '  Content-Type: text/markdown; charset=utf-8',
  ],
  '.well-known/security.txt': [
    /^Contact: https:\/\/\S+$/,
    /^Expires: \d{4}-\d{2}-\d{2}T[\d:.]+Z$/,
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ],
})

/** Checks what hosts, crawlers and people who report security problems read. */
export function checkHostFiles(files: Files, { site, baseUrl }: Catalog, report: Report): void {
  for (const [path, expected] of Object.entries(hostLines(site, baseUrl))) {
    const lines = files.get(path)?.text.split('\n')
    if (lines === undefined) continue
    for (const wanted of expected) {
      if (!lines.some((line) => (typeof wanted === 'string' ? line === wanted : wanted.test(line))))
        report('host/lines', path, `Missing line \`${wanted}\``)
    }
    if (path === 'robots.txt' && lines.some((line) => /^Disallow:\s*\S/i.test(line)))
      report('host/lines', path, 'Unexpected Disallow, expected that every agent may read the catalog')
  }
  // Hosts take the nearest 404 page, or only the root's.
  const [root, own] = [files.get('404.html'), files.get(`${site}/404.html`)]
  if (root && own && root.text !== own.text)
    report('file/differs', `${site}/404.html`, 'Unexpected content, expected that of 404.html')
}
