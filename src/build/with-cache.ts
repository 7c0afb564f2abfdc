import { rmSync } from 'node:fs'
import { Fault } from '../model/fault.ts'
import { openCache } from './cache-folder.ts'
import { errorCode } from './error-code.ts'
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
  return withFaults(dir, () => {
    const program = programDigest()
    const pages = openCache(dir, program)
    try {
      return withStore(pages, (store) => work({ dir, program, store }))
    } catch (error) {
      if (!(error instanceof DamagedStore)) throw error
      rmSync(pages, { recursive: true, force: true })
      return withStore(pages, (store) => work({ dir, program, store }))
    }
  })
}

function withStore<T>(dir: string, work: (store: PageStore) => T): T {
  const store = openPageStore(dir)
  try {
    return work(store)
  } finally {
    store.close()
  }
}

const unwritable: Readonly<Record<string, string>> = {
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
}

function withFaults<T>(dir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const reason = unwritable[errorCode(error)]
    if (error instanceof Fault || reason === undefined) throw error
    throw new Fault(
      `Can’t write the cache ${dir}: ${reason}`,
      'Name another folder with --cache-dir DIR, or build with --no-cache.',
    )
  }
}
