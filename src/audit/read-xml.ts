export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** Text directly in the element. */
  text: string
}

/** At the front of what is left: the declaration, an end tag, a start tag, or text. Nothing else stands in our files. */
const token = /<\?xml [^<>?]*\?>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<]+/y
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
}

/**
 * The elements of a feed or sitemap in document order, or what is wrong with it. Written by hand because it reads far
 * less than XML: no comment, no CDATA, no doctype, and no reference but those for markup, so nothing can hide.
 */
export function readXml(text: string): readonly XmlElement[] | string {
  const elements: XmlElement[] = []
  const open: XmlElement[] = []
  token.lastIndex = 0
  for (let at = 0; at < text.length; at = token.lastIndex) {
    const match = token.exec(text)
    if (match === null) return `markup that is not well-formed at character ${at}`
    const [whole, end, start, attributes = '', closed] = match
    if (/&(?!(?:amp|lt|gt|quot|apos|#39);)/.test(whole)) return `a reference or a bare & at character ${at}`
    if (whole.startsWith('<?xml')) {
      if (at !== 0) return 'a declaration behind the start'
    } else if (end !== undefined) {
      if (open.pop()?.name !== end) return `</${end}> without its start`
    } else if (start !== undefined) {
      if (open.length === 0 && elements.length > 0) return `a second root <${start}>`
      const element: XmlElement = { name: start, attributes: readAttributes(attributes), text: '' }
      elements.push(element)
      if (closed === '') open.push(element)
    } else {
      const parent = open.at(-1)
      if (parent) parent.text += plain(whole)
      else if (whole.trim() !== '') return 'text outside the root element'
    }
  }
  return open.length > 0 || elements.length === 0 ? 'an end before the root is closed' : elements
}

function readAttributes(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/(?<![\w:-])([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      plain(value),
    ]),
  )
}

const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|apos|#39);/g, (entity) => entities[entity] ?? entity)

/** Is this the root of that vocabulary? */
export const isRoot = (element: XmlElement | undefined, name: string, namespace: string): boolean =>
  element?.name === name && element.attributes.get('xmlns') === namespace
