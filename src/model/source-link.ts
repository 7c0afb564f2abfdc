/** A relative link between source files: `../solutions/auth/x.md#fix` seen from a guide. */
export interface SourceTarget {
  readonly kind: 'solutions' | 'guides'
  /** `<category>/<slug>` or the guide's name. */
  readonly id: string
  /** With its `#`, or empty. */
  readonly fragment: string
}

/** Where a relative link to a `.md` file leads, seen from the file at `from`; undefined for any other address. */
export function sourceTarget(from: string, address: string): SourceTarget | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^[/#?]/i.test(address)) return undefined
  const { pathname, hash, search } = new URL(address, `file:///${from}`)
  const match = /^\/(solutions\/[^/]+\/[^/]+|guides\/[^/]+)\.md$/.exec(pathname)
  if (!match?.[1] || search !== '') return undefined
  const [kind, ...id] = match[1].split('/')
  return { kind: kind as SourceTarget['kind'], id: id.join('/'), fragment: hash }
}
