/** JSON from a stranger: every field may be missing or of another type. */
export type Dict = Readonly<Record<string, unknown>>

export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an object, and as an empty one where it is none. */
export const dict = (value: unknown): Dict => (isDict(value) ? value : {})

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
