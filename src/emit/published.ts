import { hash } from 'node:crypto'
import type { OutputPath, Site } from '../model/site.ts'
import { type Batch, contentOf, type Output } from './output.ts'

/** A file as the manifest lists it. */
export interface FileEntry {
  readonly path: OutputPath
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** What the files of a batch were made of: three digests. */
export interface Origin {
  readonly site: string
  readonly own: string
  readonly around: string
}

/** A file of the finished site, with its bytes unless those of an earlier build can stay. */
export interface Published extends FileEntry {
  readonly content?: Buffer
  readonly origin?: Origin
}

/** Gives each output its digest. The forms of one page share their bytes, so each body is looked at once. */
export function* published(outputs: Iterable<Output>, origin?: Origin): Generator<Published> {
  let last: { body: string; content: Buffer; sha256: string } | undefined
  for (const output of outputs) {
    if (last?.body !== output.body) {
      const given = contentOf(output)
      const content = typeof given === 'string' ? Buffer.from(given) : given
      last = { body: output.body, content, sha256: hash('sha256', content) }
    }
    const { content, sha256 } = last
    yield { path: output.path, bytes: content.length, sha256, content, ...(origin && { origin }) }
  }
}

/** Which batches are made of the same as before? Of the site all counts but what only the work on a file looks at. */
export function originsOf({ exceptions: _, verified: __, ...site }: Site): (batch: Batch) => Origin {
  const ofSite = digestOf(site)
  return ({ own = '', around }) => ({ site: ofSite, own, around: digestOf(around) })
}

const digestOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value) ?? '', 'base64url').slice(0, 16)
