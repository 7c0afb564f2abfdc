import type { Page } from '../model/catalog.ts'
import type { Compiled } from './compile-file.ts'

/*
 * A compiled file as it is kept on a disk, in two parts, both JSON: what whole-catalog work looks at, and the long texts
 * that only the making of its own page does. A catalog of a hundred thousand pages is held in memory without the latter.
 */

export interface PageRecord {
  readonly light: Buffer
  readonly body: Buffer
}

/** The keys of a solution and of a guide that make up the body. */
const bodyKeys = { solution: ['sections'], guide: ['html', 'markdown'] } as const

const ownOf = (page: Page): object => (page.kind === 'solution' ? page.solution : page.guide)

export function recordOf(digest: string, compiled: Compiled): PageRecord {
  const { page } = compiled
  if (page === undefined) return { light: bufferOf({ digest, compiled }), body: bufferOf({}) }
  const keys: readonly string[] = bodyKeys[page.kind]
  const [light, body] = [false, true].map((inBody) =>
    Object.fromEntries(Object.entries(ownOf(page)).filter(([key]) => keys.includes(key) === inBody)),
  )
  return {
    light: bufferOf({ digest, compiled: { ...compiled, page: { ...page, [page.kind]: light } } }),
    body: bufferOf(body),
  }
}

const bufferOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/**
 * The compiled file, whose long texts are read whenever they are asked for; nothing when the record is that of another.
 */
export function compiledFrom(
  digest: string,
  light: Buffer,
  body: () => Readonly<Record<string, unknown>>,
): Compiled | undefined {
  const record = JSON.parse(light.toString()) as { digest: string; compiled: Compiled }
  if (record.digest !== digest) return undefined
  const { page } = record.compiled
  if (page) {
    for (const key of bodyKeys[page.kind])
      Object.defineProperty(ownOf(page), key, { get: () => body()[key], enumerable: true })
  }
  return record.compiled
}
