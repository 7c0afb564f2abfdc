import { find } from '../client/search.ts'
import { fillCount } from '../model/text.ts'
import { isWords, readState, writeState } from './address-state.ts'
import { loadEntries, loadMatcher } from './catalog.ts'
import { bindKeys } from './keyboard.ts'
import { markResults, showResults, summaryOf } from './results.ts'

/*
 * Bundled as `/<site>/assets/search.<hash>.js`, on the search page alone. Without it the page still links to the
 * categories.
 */

const box = required('q', HTMLTextAreaElement)
const select = required('category', HTMLSelectElement)
const status = required('status', HTMLOutputElement)
const list = required('results', HTMLOListElement)
const isInShards = box.form?.dataset.shards !== undefined

/** Counts searches, so that a slow one does not overwrite the results of a later one. */
let latest = 0

/** `reveal`: scroll to the results if they are out of sight. */
async function run(reveal = false): Promise<void> {
  const turn = ++latest
  list.ariaBusy = 'true'
  const state = { text: box.value, category: select.value }
  writeState(state)
  try {
    const { count, entries } = await loadEntries(state.text, isInShards)
    const searched = state.text.trim() !== '' || (state.category !== '' && !isInShards)
    const query = { text: state.text, category: state.category || undefined }
    const found = searched ? await find(entries, query, loadMatcher) : []
    if (turn !== latest) return
    showResults(list, found)
    say(searched ? summaryOf(found) : fillCount(words.ready, count, document.documentElement.lang))
    propose(searched && found.every(({ isNear }) => isNear) ? state.text : undefined)
    if (reveal && found.length > 0 && status.getBoundingClientRect().top > innerHeight / 2)
      status.scrollIntoView()
    mark(state.text).catch(() => {})
  } catch {
    if (turn === latest) say(words.failed)
  }
  if (turn === latest) list.ariaBusy = 'false'
  // The list has its height: what is below no longer moves.
  list.classList.add('settled')
}

/** Without the file the results lack their badges only. */
async function mark(text: string): Promise<void> {
  const { entries = [] } = await loadMatcher(text)
  markResults(list, new Map(entries.map((entry) => [entry.id, entry])))
}

const proposal = document.createElement('p')

/** Offers the form for a new page, with the text if that is words: a log stays here. */
function propose(text: string | undefined): void {
  proposal.remove()
  const form = document.querySelector<HTMLAnchorElement>('footer a[href*="template=solution.yml"]')
  if (text === undefined || form === null) return
  const link = document.createElement('a')
  link.textContent = words.propose
  link.href = form.href
  link.rel = form.rel
  if (isWords(text))
    link.href += `&${new URLSearchParams({ title: `[solution] ${text.trim()}`, error: text.trim() })}`
  proposal.replaceChildren(link)
  list.after(proposal)
}

/** Screen readers announce the text again only if it changed. */
function say(text: string): void {
  if (status.textContent !== text) status.textContent = text
}

function fillForm(): void {
  const { text, category } = readState()
  box.value = text
  select.value = category
  if (select.selectedIndex === -1) select.value = ''
}

let waiting: ReturnType<typeof setTimeout> | undefined
/** Waits for a pause in typing, so that a screen reader does not announce a count per keystroke. */
function runSoon(event: Event): void {
  clearTimeout(waiting)
  list.ariaBusy = 'true'
  const isPasted = event instanceof InputEvent && event.inputType === 'insertFromPaste'
  waiting = setTimeout(() => run(isPasted), 120)
}

function required<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`)
  return found
}

box.addEventListener('input', runSoon)
select.addEventListener('change', () => run())
addEventListener('popstate', () => {
  fillForm()
  run()
})
box.form?.addEventListener('submit', (event) => {
  event.preventDefault()
  run(true)
})
bindKeys(box, list)
fillForm()
run(true)
