const tags = /<(\/?)([A-Za-z][A-Za-z0-9-]*)((?:[\s/](?:"[^"]*"|'[^']*'|[^'"<>])*)?)>/g
const empty: ReadonlySet<string> = new Set(['meta', 'link', 'br', 'hr', 'input', 'img', 'base'])

/**
 * The first tag that is not closed where it was opened, or undefined. parse5 tells of few such faults: it moves an
 * unclosed `<strong>` into the next paragraph in silence, as browsers do. Only for pages without raw-text elements.
 */
export function unbalancedTag(html: string): string | undefined {
  const open: string[] = []
  for (const [whole, end, name = '', attributes] of html.matchAll(tags)) {
    if (end === '') {
      if (!empty.has(name) && !attributes?.endsWith('/')) open.push(name)
    } else if (open.pop() !== name) return whole
  }
  return open.length > 0 ? `<${open.at(-1)}>` : undefined
}
