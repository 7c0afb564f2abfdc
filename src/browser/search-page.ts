import { find } from '../client/search.ts'
import { fillCount } from '../model/text.ts'
import { readState, writeState } from './address-state.ts'
import { loadIndex, loadMatcher } from './catalog.ts'
import { bindKeys } from './keyboard.ts'
import { showResults, summaryOf } from './results.ts'

/*
 * Bundled as `/<site>/assets/search.<hash>.js`, on the search page alone. Without it the page still links to the
 * categories.
 */

const box = required('q', HTMLTextAreaElement)
const select = required('category', HTMLSelectElement)
const status = required('status', HTMLOutputElement)
const list = required('results', HTMLOListElement)

/** Counts searches, so that a slow one does not overwrite the results of a later one. */
let latest = 0

async function run(): Promise<void> {
  const turn = ++latest
  const state = { text: box.value, category: select.value }
  writeState(state)
  try {
    const { solutions } = await loadIndex()
    const searched = state.text.trim() !== '' || state.category !== ''
    const query = { text: state.text, category: state.category || undefined }
    const found = searched ? await find(solutions, query, loadMatcher) : []
    if (turn !== latest) return
    showResults(list, found)
    say(searched ? summaryOf(found) : fillCount(words.ready, solutions.length, document.documentElement.lang))
  } catch {
    if (turn === latest) say(words.failed)
  }
  // The list has its height: what is below no longer moves.
  list.classList.add('settled')
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
function runSoon(): void {
  clearTimeout(waiting)
  waiting = setTimeout(run, 120)
}

function required<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`the page has no ${id}`)
  return found
}

box.addEventListener('input', runSoon)
select.addEventListener('change', run)
addEventListener('popstate', () => {
  fillForm()
  run()
})
box.form?.addEventListener('submit', (event) => {
  event.preventDefault()
  run()
})
bindKeys(box, list)
fillForm()
run()
