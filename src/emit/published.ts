import { hash } from 'node:crypto'
import type { OutputPath } from '../model/site.ts'
import { contentOf, type Output } from './output.ts'

/** A file as the manifest lists it. */
export interface FileEntry {
  readonly path: OutputPath
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** A file of the finished site. */
export interface Published extends FileEntry {
  readonly content: Buffer
}

/** Gives each output its digest. The forms of one page share their bytes, so each body is looked at once. */
export function* published(outputs: Iterable<Output>): Generator<Published> {
  let last: { body: string; content: Buffer; sha256: string } | undefined
  for (const output of outputs) {
    if (last?.body !== output.body) {
      const given = contentOf(output)
      const content = typeof given === 'string' ? Buffer.from(given) : given
      last = { body: output.body, content, sha256: hash('sha256', content) }
    }
    const { content, sha256 } = last
    yield { path: output.path, bytes: content.length, sha256, content }
  }
}
