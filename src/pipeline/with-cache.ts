import { Fault } from '../model/fault.ts'
import { openCache } from './cache-folder.ts'
import { joinStores, openShards } from './join-stores.ts'
import { DamagedStore, dropList, openPageStore, type PageStore, saveAndClose } from './page-store.ts'
import { programDigest } from './program-digest.ts'

type Work<T> = (store: PageStore | undefined) => T

/**
 * Runs some work with a cache, if there is to be one, and with what shards have compiled. Where a cache turns out to be
 * damaged half-way, the work begins anew.
 */
export function withCache<T>(dir: string | undefined, shards: readonly string[], work: Work<T>): T {
  const others = openShards(shards)
  try {
    if (dir === undefined) return work(joinStores(undefined, others))
    const pages = openCache(dir, programDigest())
    const run = () => withStore(pages, (own) => work(joinStores(own, others)))
    try {
      return run()
    } catch (error) {
      if (!(error instanceof DamagedStore) || error.dir !== pages) throw error
      dropList(pages)
      return run()
    }
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error
    throw new Fault(`${error.dir} is damaged`, 'Compile this part again.')
  } finally {
    for (const store of others) store.close()
  }
}

function withStore<T>(dir: string, work: (store: PageStore) => T): T {
  const store = openPageStore(dir)
  try {
    return work(store)
  } finally {
    saveAndClose(store)
  }
}
