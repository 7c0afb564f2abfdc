import { rmSync } from 'node:fs'
import { openCache } from './cache-folder.ts'
import { DamagedStore, openPageStore, type PageStore } from './page-store.ts'
import { programDigest } from './program-digest.ts'

/** What an earlier run of this version of the program left. */
export interface Cache {
  readonly dir: string
  /** The digest of this version. */
  readonly program: string
  readonly store: PageStore
}

/** Runs some work with a cache, if there is to be one. Where it turns out to be damaged half-way, the work begins anew. */
export function withCache<T>(dir: string | undefined, work: (cache: Cache | undefined) => T): T {
  if (dir === undefined) return work(undefined)
  const program = programDigest()
  const pages = openCache(dir, program)
  try {
    return withStore(pages, (store) => work({ dir, program, store }))
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error
    rmSync(pages, { recursive: true, force: true })
    return withStore(pages, (store) => work({ dir, program, store }))
  }
}

function withStore<T>(dir: string, work: (store: PageStore) => T): T {
  const store = openPageStore(dir)
  try {
    return work(store)
  } finally {
    store.close()
  }
}
