/** Untrusted JSON: any field may be missing or have another type. */
export type Dict = Readonly<Record<string, unknown>>

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, or else an empty one. */
export const dict = (value: unknown): Dict => (isDict(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The value at a path of keys such as `body.messages`. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Dict | undefined | null)?.[key], value)

/** Parses a JSON object; undefined if the text is anything else. */
export function parseDict(body: string): Dict | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isDict(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Fills a template. `{path}` in a text becomes the value at this path of the scope; a text that is a single placeholder
 * becomes the value itself, whatever its type. `{path|kind}` is the value's JSON type. Keys without a value are dropped.
 * In a list, `{ each: piece of said.pieces, gives: […] }` repeats its items for each `piece` (index `i.piece`), and
 * `{ if: path, gives: […] }` includes its items only if there is a value.
 */
export function fill(template: unknown, scope: object): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{([\w.]+)\}$/.exec(template) ?? []
    if (only !== undefined) return at(scope, only)
    return template.replaceAll(/\{([\w.]+)(\|kind)?\}/g, (_, path: string, kind?: string) => {
      const value = at(scope, path)
      return kind ? kindOf(value) : String(value ?? (value === null ? 'null' : ''))
    })
  }
  if (Array.isArray(template)) return template.flatMap((each) => filledItems(each, scope))
  if (!isDict(template)) return template
  const entries = Object.entries(template).map(([key, value]) => [key, fill(value, scope)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function filledItems(template: unknown, scope: object): unknown[] {
  const { each, if: condition, gives } = dict(template)
  if (!Array.isArray(gives)) return [fill(template, scope)]
  const scopes = typeof each === 'string' ? scopesOf(each, scope) : at(scope, text(condition)) ? [scope] : []
  return scopes.flatMap((inner) => fill(gives, inner) as unknown[])
}

/** One scope per list item: for `message of body.messages`, the item is `message` and its index `i.message`. */
export function scopesOf(each: string, scope: object): Dict[] {
  const [name = '', path = ''] = each.split(' of ')
  const before = at(scope, 'i') as Dict
  return list(at(scope, path)).map((item, index) => ({
    ...scope,
    [name]: item,
    i: { ...before, [name]: index },
  }))
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return `a ${typeof value}`
}

/** An image's type by its first bytes, https://en.wikipedia.org/wiki/List_of_file_signatures. */
export function imageType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF8')) return 'image/gif'
  return /^RIFF.{4}WEBP/s.test(start) ? 'image/webp' : undefined
}
