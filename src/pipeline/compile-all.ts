import type { Page } from '../model/catalog.ts'
import type { SourceFile } from '../model/document.ts'
import type { Problem } from '../model/problem.ts'
import type { LintException, Site } from '../model/site.ts'
import { compileFile } from './compile-file.ts'
import { compileInParallel } from './compile-in-parallel.ts'
import { pageDigest } from './page-digest.ts'
import type { PageStore } from './page-store.ts'

export interface CompileOptions {
  /** Where compiled files are kept from build to build; without it all of them are compiled and held in memory. */
  readonly store?: PageStore | undefined
  /** The folder that the sources were read from: with a store, threads read from it too. */
  readonly content?: string | undefined
  /** Threads that may compile, this one included. */
  readonly threads?: number | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** What all sources give together. */
export interface CompiledAll {
  readonly pages: Page[]
  readonly problems: Problem[]
  readonly excepted: LintException[]
  /** How many of them were not known before. */
  readonly compiled: number
}

/** Compiles every source that the store has not got, and gives all of them in order. */
export function compileAll(
  sources: readonly SourceFile[],
  site: Site,
  { store, content, threads = 1, onProgress }: CompileOptions = {},
): CompiledAll {
  const digests = store ? sources.map((source) => pageDigest(source, site)) : []
  const missing = sources.filter((_, index) => !store?.has(digests[index] ?? ''))
  const dir = store?.dir
  if (missing.length > 0 && dir !== undefined && content !== undefined) {
    const filled = compileInParallel(missing, site, { content, dir, threads, onProgress })
    for (const places of filled) store?.add(places)
  }
  const compiled = sources.map((source, index) => {
    onProgress?.(index, sources.length)
    const known = store?.read(digests[index] ?? '')
    // The text as it is now: it may have changed since its digest was taken.
    return known ?? compileFile({ path: source.path, text: source.text }, site)
  })
  onProgress?.(sources.length, sources.length)
  return {
    compiled: missing.length,
    pages: compiled.flatMap(({ page }) => page ?? []),
    problems: compiled.flatMap(({ problems }) => problems),
    excepted: compiled.flatMap(({ excepted }) => excepted),
  }
}
