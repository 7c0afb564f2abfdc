/** Why a file of a site was written anew. */
export type Reason =
  /** There was none at its path. */
  | 'new'
  /** Its source file has changed. */
  | 'text'
  /** What other pages put on it has: neighbours, related pages, shared codes, entries of a list. */
  | 'surroundings'
  /** Configuration, labels, templates or the program have. */
  | 'site'
  /** It is about the whole catalog, and that has changed. */
  | 'catalog'
  /** It was made of the same, but was not there as it had been left. */
  | 'damaged'

/** By what a file is made of and was made of: digests of the site, its own text and its surroundings. */
export function reasonFor(existed: boolean, now: string | null, then: string | null): Reason {
  if (!existed) return 'new'
  if (now === null || then === null) return 'catalog'
  const [site, own, around] = now.split(' ')
  const [siteThen, ownThen, aroundThen] = then.split(' ')
  if (site !== siteThen) return 'site'
  if (own !== ownThen) return 'text'
  return around === aroundThen ? 'damaged' : 'surroundings'
}
