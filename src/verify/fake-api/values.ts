import { parseJson } from '../../model/text.ts'

/** Untrusted JSON: any field may be missing or have another type. */
export type Dict = Readonly<Record<string, unknown>>

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, or else an empty one. */
export const dict = (value: unknown): Dict => (isDict(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The objects of a list; what else is in it counts as an empty object. */
export const dicts = (value: unknown): readonly Dict[] => list(value).map(dict)

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** The names as one text; undefined if there are none. */
export const joined = (names: readonly string[]): string | undefined =>
  names.length > 0 ? names.join(', ') : undefined

/** Parses a JSON object; undefined if the text is anything else. */
export const parseDict = (body: string): Dict | undefined => [parseJson(body)].find(isDict)

/**
 * Fills a template. `{path}` in a text becomes the value at this path of the scope; a text that is a single placeholder
 * becomes the value itself, whatever its type. `{path|filter}` applies a filter first. `{new msg_ 24}` makes an id with
 * this prefix and 24 more characters. `{ if: path, gives: …, else: … }` chooses by whether there is a value, and
 * `{ of: path, with: … }` is an object with other values for some keys. In a list, `{ each: piece of said.pieces,
 * gives: […] }` repeats its items for each `piece` (index `i.piece`). Keys without a value are dropped.
 */
export function fill(template: unknown, scope: Dict): unknown {
  if (typeof template === 'string') return filledText(template, scope)
  if (Array.isArray(template)) return template.flatMap((each) => filledItems(each, scope))
  if (!isDict(template)) return template
  if ('gives' in template)
    return fill(valueAt(text(template.if), scope) ? template.gives : template.else, scope)
  if ('of' in template)
    return { ...dict(valueAt(text(template.of), scope)), ...dict(fill(template.with, scope)) }
  const entries = Object.entries(template).map(([key, value]) => [key, fill(value, scope)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function filledText(template: string, scope: Dict): unknown {
  const [, prefix, length] = /^\{new ([\w-]*) (\d+)\}$/.exec(template) ?? []
  if (prefix !== undefined) return (scope.nextId as NextId)(prefix, Number(length))
  const [, only] = /^\{([\w.|]+)\}$/.exec(template) ?? []
  if (only !== undefined) return valueAt(only, scope)
  return template.replaceAll(/\{([\w.|]+)\}/g, (_, path: string) => {
    const value = valueAt(path, scope)
    return value === undefined ? '' : String(value)
  })
}

/** Makes ids that look like the vendor's. */
export type NextId = (prefix: string, length: number) => string

function filledItems(template: unknown, scope: Dict): unknown[] {
  const { each, gives, if: condition } = dict(template)
  if (typeof each === 'string')
    return scopesOf(each, scope).flatMap((inner) => fill(gives, inner) as unknown[])
  const filled = fill(template, scope)
  return condition === undefined ? [filled] : [...list(filled)]
}

/**
 * One scope per list item: for `message of body.messages`, the item is `message`, its index `i.message`, and its neighbours
 * are `before.message` and `next.message`.
 */
export function scopesOf(each: string, scope: Dict): Dict[] {
  const [name = '', path = ''] = each.split(' of ')
  return list(valueAt(path, scope)).map((item, index, all) => ({
    ...scope,
    [name]: item,
    i: { ...dict(scope.i), [name]: index },
    before: { [name]: all[index - 1] },
    next: { [name]: all[index + 1] },
  }))
}

const filters: Readonly<Record<string, (value: unknown) => unknown>> = {
  json: (value) => JSON.stringify(value),
  /** The kind of a JSON value, in words. */
  kind: kindOf,
  /** Stream chunks of about three tokens. */
  pieces: (value) => String(value).match(/[\s\S]{1,12}/g) ?? [],
}

/** The value at a path of keys, such as `body.messages`, after the filters that follow it. */
function valueAt(expression: string, scope: Dict): unknown {
  const [path = '', ...names] = expression.split('|')
  const value = path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Dict | undefined | null)?.[key], scope)
  return names.reduce((filtered, name) => filters[name]?.(filtered), value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return `a ${typeof value}`
}
