import { textDigest } from '../content/text-digest.ts'
import type { CompileSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { type Compiled, compileFile } from './compile-file.ts'
import { pageDigest } from './page-digest.ts'

/** Compiles the next file that no thread has taken yet, until there is none. */
export function* compileTasks(
  sources: readonly SourceFile[],
  counter: Int32Array,
  settings: CompileSettings,
): Generator<{ at: number; digest: string; compiled: Compiled }> {
  for (;;) {
    const at = Atomics.add(counter, 0, 1)
    const source = sources[at]
    if (source === undefined) return
    const read = { path: source.path, text: source.text }
    const known = { ...read, digest: textDigest(read) }
    yield { at, digest: pageDigest(known, settings), compiled: compileFile(known, settings) }
  }
}
