/** What is searched for, as it stands in the page's address: `?q=&category=`. */
export interface SearchState {
  readonly text: string
  readonly category: string
}

/** A longer text is a log; logs hold paths and keys, which have no place in an address or a server's records. */
const addressCharacters = 200

export function readState(): SearchState {
  const parameters = new URLSearchParams(location.search)
  return { text: parameters.get('q') ?? '', category: parameters.get('category') ?? '' }
}

/** Replaces the address: each typed letter as a step back would bury the page that the reader came from. */
export function writeState({ text, category }: SearchState): void {
  const parameters = new URLSearchParams()
  const words = text.trim()
  if (words !== '' && words.length <= addressCharacters && !words.includes('\n')) parameters.set('q', words)
  if (category !== '') parameters.set('category', category)
  const query = parameters.toString()
  history.replaceState(null, '', location.pathname + (query === '' ? '' : `?${query}`))
}
