/**
 * `/` focuses the search box from anywhere. Enter and arrow down move from the box to the results, the arrow keys move
 * through them, and arrow up on the first one returns to the box. Results are links, so Enter, new tabs and copying work
 * as usual.
 */
export function bindKeys(box: HTMLTextAreaElement, list: HTMLElement): void {
  const links = () => [...list.querySelectorAll('a')]

  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
    event.preventDefault()
    box.focus()
    box.select()
  })

  box.addEventListener('keydown', (event) => {
    // During composition, for example of Japanese text, the keys belong to the input method.
    if (event.isComposing) return
    const down = event.key === 'ArrowDown' && box.selectionEnd === box.value.length
    const enter = event.key === 'Enter' && !event.shiftKey
    if (!down && !enter) return
    event.preventDefault()
    links()[0]?.focus()
  })

  list.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLAnchorElement)
    if (step === 0 || at === -1) return
    event.preventDefault()
    if (at + step < 0) box.focus()
    else all[at + step]?.focus()
  })
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select')
