import { existsSync, readdirSync } from 'node:fs'
import { Fault } from '../model/fault.ts'
import { pagesFolder } from './cache-folder.ts'
import { openPageStore, type PageStore } from './page-store.ts'
import { programDigest } from './program-digest.ts'

/** Opens what shards have compiled. Pages of another version of the program would be another site. */
export function openShards(dirs: readonly string[]): PageStore[] {
  const program = dirs.length === 0 ? '' : programDigest()
  return dirs.map((dir) => {
    const pages = pagesFolder(dir, program)
    if (existsSync(pages)) return openPageStore(pages)
    throw new Fault(
      existsSync(dir) && readdirSync(dir).some((name) => name.startsWith('pages-'))
        ? `${dir} was compiled by another version of the program`
        : `No compiled pages in ${dir}`,
      'Compile each part with `fixdex build --shard I/N --out DIR` of this version.',
    )
  })
}

/** One store over several: what the own one has not got is looked for in the others, which stay as they are. */
export function joinStores(own: PageStore | undefined, others: readonly PageStore[]): PageStore | undefined {
  if (others.length === 0) return own
  const holding = (digest: string) => [...(own ? [own] : []), ...others].filter((store) => store.has(digest))
  return {
    dir: own?.dir,
    has: (digest) => holding(digest).length > 0,
    read(digest) {
      for (const store of holding(digest)) {
        const compiled = store.read(digest)
        if (compiled) return compiled
      }
      return undefined
    },
    add: (places) => own?.add(places),
    save: () => own?.save(),
    close: () => own?.close(),
  }
}
