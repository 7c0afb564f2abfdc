import { readConfig } from '../content/read-config.ts'
import { heldByBuilds, readSources } from '../content/read-sources.ts'
import type { SourceFile } from '../model/document.ts'
import { type Problem, sortProblems } from '../model/problem.ts'
import type { BuildOptions } from './build.ts'
import { openCache } from './cache-folder.ts'
import { compileAll } from './compile-all.ts'
import { openPageStore, saveAndClose } from './page-store.ts'
import { programDigest } from './program-digest.ts'

/** One of so many parts of the sources; the first has the index 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/**
 * Compiles one part of the sources into a folder, so that several machines can share the work. Every so-many-th file is
 * in a part: neighbours are alike, so the parts are as well. What crosses files is left to the merge.
 */
export function compileShard(
  { index, count }: Shard,
  { content, out, threads, onProgress, ...overrides }: BuildOptions,
): { problems: Problem[]; sources: SourceFile[] } {
  const site = readConfig(content, overrides)
  const { sources: all, problems: unreadable } = readSources(content, { most: heldByBuilds })
  const sources = all.filter((_, at) => at % count === index - 1)
  const store = openPageStore(openCache(out, programDigest()))
  try {
    const { problems } = compileAll(sources, site, { store, content, threads, onProgress })
    return { problems: sortProblems([...unreadable, ...problems]), sources }
  } finally {
    saveAndClose(store)
  }
}
