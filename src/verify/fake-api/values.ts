/** JSON from a stranger: every field may be missing or of another type. */
export type Dict = Readonly<Record<string, unknown>>

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an object, and as an empty one where it is none. */
export const dict = (value: unknown): Dict => (isDict(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** The value at a path of keys such as `body.messages`. */
export const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Dict | undefined | null)?.[key], value)

/** A JSON object from text, or undefined where it is something else. */
export function parseDict(body: string): Dict | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return isDict(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Fills a template: `{path}` in a text becomes the value at this path of the scope as text, and a text that is nothing
 * but one placeholder becomes the value itself. `{path|kind}` names the value's JSON type. Keys without a value go. In a
 * list, `{ each: piece of said.pieces, gives: […] }` stands for its items once for each `piece`, whose index is `i.piece`,
 * and `{ if: path, gives: […] }` for its items where there is such a value.
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

/** The scope with each item of a list: for `message of body.messages` as `message`, its index as `i.message`. */
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

/** What the first bytes say that an image is, https://en.wikipedia.org/wiki/List_of_file_signatures. */
export function imageType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF8')) return 'image/gif'
  return /^RIFF.{4}WEBP/s.test(start) ? 'image/webp' : undefined
}
