import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { DOMParser, onWarningStopParsing, Element as XmlElement, type Node as XmlNode } from '@xmldom/xmldom'
import type * as z from 'zod'
import { type ManifestFile, parseManifest } from '../client/catalog-files.ts'
import { addressesIn, type Catalog, type Link, siteLinks } from './addresses.ts'
import { type Fail, type FindingCode, failAt, quote, type Report } from './finding.ts'
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
  // Its digest is in the manifest, and its pages were compared as files.
  if (path.endsWith('.tgz')) return undefined
  if (path.endsWith('.png')) {
    checkPng(bytes, path.endsWith('icon.png') ? undefined : cardSize, fail)
    return undefined
  }
  if (path.endsWith('.ico')) {
    checkIcon(bytes, fail)
    return undefined
  }
  const text = decode(bytes, path, report)
  if (text === undefined) return undefined
  if (/\.(?:json|xml)$/.test(path)) return { path, text, ...checkData(text, path, catalog, fail) }
  if (path.endsWith('.html'))
    return { path, text, ...checkFrame(readPage(text, path, undefined, fail), catalog, fail) }
  if (path.endsWith('.svg')) checkPicture(text, fail)
  if (path.startsWith(`${catalog.site}/assets/`)) {
    checkAsset(text, bytes, path, fail)
    return { path, text, links: [] }
  }
  if (/(?:llms(?:-\d+)?\.txt|SKILL\.md)$/.test(path)) checkReadable(text, fail)
  if (/llms(?:-\d+)?\.txt$/.test(path)) {
    const addresses = [...text.matchAll(/^- \[.*?\]\(([^)\s]*)\)/gm)].map(([, address = '']) => address)
    checkOwn(addresses, 'llms/entries', catalog, fail)
  }
  return { path, text, links: siteLinks(addressesIn(text, catalog), path, catalog) }
}

/** Lists and feeds lead nowhere but to the catalog. */
function checkOwn(addresses: string[], code: FindingCode, { baseUrl, site }: Catalog, fail: Fail): void {
  const home = `${baseUrl}/${site}`
  for (const address of addresses) {
    if (address !== home && !address.startsWith(`${home}/`))
      fail(code, `Unexpected link to ${quote(address)}, expected only addresses of the catalog`)
  }
}

/** A removed page keeps its path only, because nothing may link to it. */
function readFeed(text: string, catalog: Catalog, fail: Fail): XmlPart[] {
  const parts = readXml(text)
  checkOwn(
    parts.flatMap(({ hrefs }) => hrefs),
    'feed/entries',
    catalog,
    fail,
  )
  return parts.map((part) =>
    typeof part.ref === 'string' ? { ...part, ref: part.ref.replace(catalog.baseUrl, '') } : part,
  )
}

/** Reads a JSON or XML file, and checks each of its strings. */
function checkData(
  text: string,
  path: string,
  catalog: Catalog,
  fail: Fail,
): { links: Link[]; data?: unknown } {
  let data: unknown
  try {
    data = path.endsWith('.xml') ? readFeed(text, catalog, fail) : JSON.parse(text)
  } catch (error) {
    fail('file/syntax', `Unexpected text, expected ${posix.extname(path)}: ${(error as Error).message}`)
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

/** What is directly below the root of a feed or sitemap. */
export interface XmlPart {
  readonly name: string
  /** All that it links to. */
  readonly hrefs: readonly string[]
  /** Its attributes, and the texts of the elements directly in it. */
  readonly [key: string]: string | readonly string[]
}

/**
 * Throws for what is not well-formed and for all that could hide text: comments, CDATA, doctypes, references to more
 * than markup.
 */
export function readXml(text: string): XmlPart[] {
  if (/<!|<\?(?!xml )|&(?!(?:amp|lt|gt|quot|apos|#39);)/.test(text))
    throw new Error('More than elements, attributes and text')
  const parser = new DOMParser({ onError: onWarningStopParsing })
  const below = (node: XmlNode | null) =>
    [...(node?.childNodes ?? [])].filter((child) => child instanceof XmlElement)
  return below(parser.parseFromString(text, 'text/xml').documentElement).map((part) => ({
    ...Object.fromEntries([...part.attributes].map(({ name, value }) => [name, value])),
    ...Object.fromEntries(below(part).map(({ tagName, textContent }) => [tagName, textContent ?? ''])),
    name: part.tagName,
    hrefs: [part, ...part.getElementsByTagName('*')].flatMap((element) => element.getAttribute('href') ?? []),
  }))
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
}

/** A picture can be opened by its address, and would then run what it contains. */
function checkPicture(text: string, fail: Fail): void {
  const names = [...text.matchAll(/<\/?([^\s/>]+)/g)].map(([, name = '']) => name)
  const shapes = /^(?:svg|g|path|rect|circle|ellipse|line|polygon|polyline|text|title)$/
  if (!names.every((name) => shapes.test(name)) || /\son|href|url\(|style/i.test(text))
    fail('file/remote', 'Unexpected content of a picture, expected shapes that load and run nothing')
}

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** The chunks that make the picture. Others contain words, places and dates that nobody sees. */
const pngChunks = /^(?:IHDR|PLTE|tRNS|sRGB|gAMA|pHYs|IDAT|IEND)$/

/** An icon is a list of PNGs and nothing else. */
function checkIcon(bytes: Buffer, fail: Fail): void {
  const count = bytes.length < 6 ? 0 : bytes.readUInt16LE(4)
  let end = 6 + 16 * count
  for (let entry = 6; entry < 6 + 16 * count && entry + 16 <= bytes.length; entry += 16) {
    const [length, start] = [bytes.readUInt32LE(entry + 8), bytes.readUInt32LE(entry + 12)]
    if (start !== end) break
    end += length
    checkPng(bytes.subarray(start, end), undefined, fail)
  }
  if (count === 0 || end !== bytes.length) fail('file/syntax', 'Unexpected bytes, expected one whole icon')
}

/** A picture is a PNG that contains a picture and nothing else; a card has the size of cards. */
function checkPng(bytes: Buffer, size: typeof cardSize | undefined, fail: Fail): void {
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
  if (size && (width !== size.width || height !== size.height))
    fail('head/card', `Unexpected picture of ${width} × ${height}, expected ${size.width} × ${size.height}`)
}

/** The manifest lists every other file of the folder with its size and hash, and nothing else. */
export function checkManifest(files: Files, { folder, site }: Catalog, report: Report): void {
  const path = `${site}/manifest.json`
  const text = files.get(path)?.text
  if (text === undefined) return
  let listed: readonly ManifestFile[] = []
  try {
    listed = parseManifest(text)
  } catch (error) {
    report('manifest/differs', path, (error as Error).message)
  }
  const unlisted = new Set(folder.files)
  unlisted.delete(path)
  for (const { path: file, bytes, sha256 } of listed) {
    if (!unlisted.delete(file)) {
      report('manifest/missing', file, 'Missing: listed in the manifest')
      continue
    }
    const body = readBytes(folder, file)
    if (body.length !== bytes || createHash('sha256').update(body).digest('hex') !== sha256)
      report('manifest/differs', file, 'Unexpected content, expected the size and hash of the manifest')
  }
  for (const file of unlisted)
    report('manifest/missing', file, 'Unexpected file, which the manifest does not list')
}
