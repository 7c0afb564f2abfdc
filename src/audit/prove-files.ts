import { createHash } from 'node:crypto'
import { proveTarget, proveTextAddresses } from './address.ts'
import type { Texts } from './prove-index-parts.ts'
import { proveFrame, proveReadable } from './prove-page.ts'
import { provePicture } from './prove-picture.ts'
import { decode, proveVisible, readBytes } from './read-output.ts'
import { readPage } from './read-page.ts'
import { readXml, type XmlElement } from './read-xml.ts'
import type { Subject } from './subject.ts'

/** Every file that is no form of a page, by what its name says it is. The index has its own proof. */
export function proveFiles(
  paths: readonly string[],
  indexPath: string,
  subject: Subject,
): { texts: Texts; xml: ReadonlyMap<string, readonly XmlElement[] | undefined> } {
  const texts = new Map<string, string>()
  const xml = new Map<string, readonly XmlElement[] | undefined>()
  for (const path of paths) {
    if (path === indexPath) continue
    const bytes = readBytes(subject.folder, path)
    if (path.endsWith('.png')) {
      provePicture(bytes, path, subject.report)
      continue
    }
    const text = decode(bytes, path, subject.report)
    if (text === undefined) continue
    texts.set(path, text)
    if (path.endsWith('.json')) proveJson(text, path, subject)
    else if (path.endsWith('.xml')) xml.set(path, proveXml(text, path, subject))
    else if (path.startsWith(`${subject.site}/assets/`)) proveAsset(text, bytes, path, subject)
    else if (path.endsWith('.html')) proveFrame(readPage(text, path, undefined, subject.report), subject)
    else proveTextAddresses(subject, text, path)
    if (/(?:llms(?:-\d+)?\.txt|SKILL\.md)$/.test(path)) proveReadable(text, path, subject.report)
  }
  return { texts, xml }
}

function proveJson(text: string, path: string, subject: Subject): void {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    subject.report(
      'file/syntax',
      path,
      `Unexpected text, expected JSON: ${error instanceof Error ? error.message : error}`,
    )
    return
  }
  for (const value of stringsOf(data)) {
    proveVisible(value, path, subject.report)
    if (value.startsWith(`${subject.baseUrl}/`) && !/\s/.test(value)) proveTarget(subject, value, path)
    else proveTextAddresses(subject, value, path)
  }
}

/** Keys and values, however deep. */
export function* stringsOf(data: unknown): Generator<string> {
  const open: unknown[] = [data]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') yield value
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (typeof value === 'object' && value !== null)
      for (const entry of Object.entries(value)) open.push(...entry)
  }
}

function proveXml(text: string, path: string, subject: Subject): readonly XmlElement[] | undefined {
  const elements = readXml(text)
  if (typeof elements === 'string') {
    subject.report(
      'file/syntax',
      path,
      `Unexpected ${elements}, expected XML of elements, attributes and text`,
    )
    return undefined
  }
  for (const { name, attributes, text: content } of elements) {
    // The address of a page that is no more.
    if (name === 'at:deleted-entry') continue
    for (const value of [...attributes.values(), content]) {
      if (value.startsWith(`${subject.baseUrl}/`)) proveTarget(subject, value, path)
    }
  }
  return elements
}

/** The name carries the hash, because hosts are told that the bytes never change. */
function proveAsset(text: string, bytes: Buffer, path: string, { report }: Subject): void {
  const hash = /\.([0-9a-f]+)\.(?:css|js|svg)$/.exec(path)?.[1] ?? ''
  if (!createHash('sha256').update(bytes).digest('hex').startsWith(hash)) {
    report('file/hash', path, 'Unexpected name, expected the first digits of the content’s sha256 in it')
  }
  if (path.endsWith('.svg')) proveShapes(text, path, report)
  if (!path.endsWith('.css')) return
  const addresses = [...text.matchAll(/url\(\s*["']?([^"')]*)/gi)].map(([, address = '']) => address)
  if (/@import/i.test(text) || addresses.some((address) => !/^(?:data:image\/|#|\/(?!\/))/.test(address))) {
    report(
      'file/remote',
      path,
      'Unexpected @import or url(), expected a stylesheet that loads nothing from elsewhere',
    )
  }
}

/** Shapes only: a picture can be opened by its address, and would then run what it holds. */
function proveShapes(text: string, path: string, report: Subject['report']): void {
  const names = [...text.matchAll(/<\/?([^\s/>]+)/g)].map(([, name = '']) => name)
  const shapes = names.every((name) =>
    /^(?:svg|g|path|rect|circle|ellipse|line|polygon|polyline)$/.test(name),
  )
  if (shapes && !/\son|href|url\(|style/i.test(text)) return
  report('file/remote', path, 'Unexpected content, expected shapes that load nothing and run nothing')
}
