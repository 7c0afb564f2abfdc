/** The search as it is stored in the page's address: `?q=&category=`. */
export interface SearchState {
  readonly text: string
  readonly category: string
}

/** A longer text is a log. Logs contain paths and keys, which must not get into addresses and server logs. */
const addressCharacters = 200

/** May the text leave the page? */
export const isWords = (text: string): boolean =>
  text.trim() !== '' && text.trim().length <= addressCharacters && !text.trim().includes('\n')

/** A log that was pasted into another page's box is taken once. */
export function readState(): SearchState {
  const parameters = new URLSearchParams(location.search)
  const pasted = sessionStorage.getItem('pasted')
  sessionStorage.removeItem('pasted')
  return { text: pasted ?? parameters.get('q') ?? '', category: parameters.get('category') ?? '' }
}

/** Replaces the current history entry: with an entry per keystroke the back button would be useless. */
export function writeState({ text, category }: SearchState): void {
  const parameters = new URLSearchParams()
  if (isWords(text)) parameters.set('q', text.trim())
  if (category !== '') parameters.set('category', category)
  const query = parameters.toString()
  history.replaceState(null, '', location.pathname + (query === '' ? '' : `?${query}`))
}
