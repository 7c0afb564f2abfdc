import type { CompileSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { type Compiled, compileFile } from './compile-file.ts'
import { pageDigest } from './page-digest.ts'

/** Source files that several threads see without copying them, and the counter from which each takes its next one. */
export interface SharedSources {
  readonly paths: readonly string[]
  /** Where each text ends. */
  readonly ends: readonly number[]
  readonly bytes: SharedArrayBuffer
  readonly counter: Int32Array
}

export function sharedSources(sources: readonly SourceFile[]): SharedSources {
  const ends: number[] = []
  let end = 0
  for (const { text } of sources) {
    end += Buffer.byteLength(text)
    ends.push(end)
  }
  const bytes = new SharedArrayBuffer(end)
  const buffer = Buffer.from(bytes)
  for (const [index, { text }] of sources.entries()) buffer.write(text, ends[index - 1] ?? 0)
  return {
    paths: sources.map(({ path }) => path),
    ends,
    bytes,
    counter: new Int32Array(new SharedArrayBuffer(4)),
  }
}

/** Compiles the next file that no thread has taken yet, until there is none. */
export function* compileTasks(
  { paths, ends, bytes, counter }: SharedSources,
  settings: CompileSettings,
): Generator<{ at: number; digest: string; compiled: Compiled }> {
  const buffer = Buffer.from(bytes)
  for (;;) {
    const at = Atomics.add(counter, 0, 1)
    const path = paths[at]
    if (path === undefined) return
    const source = { path, text: buffer.toString('utf8', ends[at - 1] ?? 0, ends[at]) }
    yield { at, digest: pageDigest(source, settings), compiled: compileFile(source, settings) }
  }
}
