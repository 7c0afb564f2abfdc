/*
 * Bundled as `/<site>/assets/page.<hash>.js`, on every page. It only adds comfort: without it every page is complete.
 */

import { isWords } from './address-state.ts'

const words = pageWords

/** Where the search page finds a log that was pasted into another page's box. */
const pastedKey = 'pasted'
const themeKey = 'theme'
const themes = ['system', 'light', 'dark'] as const

// Before the page is drawn, where the script is cached.
applyTheme(stored())
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()
// The preview replaces the body.
document.addEventListener('replaced', start)

function start(): void {
  addThemeSwitch()
  for (const block of document.querySelectorAll<HTMLElement>('main pre:not(.prose)')) {
    const frame = document.createElement('div')
    frame.className = 'copyable'
    block.replaceWith(frame)
    frame.append(
      block,
      copyButton(words.copy, () => block.innerText),
    )
  }
  for (const message of document.querySelectorAll<HTMLElement>('.messages li')) {
    const text = message.innerText
    message.append(copyButton(words.copy, () => text))
  }
  addPageActions()
  for (const box of document.querySelectorAll<HTMLInputElement>('input[type=search]')) keepLogsHere(box)
  const list = document.querySelector<HTMLElement>('.list')
  if (list) addListTools(list)
}

/** `read` is called on the click: the twin, for example, is fetched only then. */
function copyButton(label: string, read: () => string | Promise<string>): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = label
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(await read())
      button.textContent = words.copied
    } catch {
      button.textContent = words['not-copied']
    }
    setTimeout(() => {
      button.textContent = label
    }, 2000)
  })
  return button
}

/** Beside the links for agents: the page's Markdown, and a sentence that hands its address to an agent. */
function addPageActions(): void {
  const twin = document.querySelector<HTMLLinkElement>('link[type="text/markdown"]')
  const line = document.querySelector('.agents')
  if (twin === null || line === null) return
  const readTwin = async () => {
    const response = await fetch(twin.href)
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return response.text()
  }
  const prompt = () => words.prompt.replace('{address}', twin.href)
  line.append(copyButton(words['copy-markdown'], readTwin), copyButton(words['copy-prompt'], prompt))
}

const evidence = ['reproduced', 'confirmed', 'documented', 'reported']

/** A box that filters a list and a choice of its order. Groups by product are the order in which it was published. */
function addListTools(list: HTMLElement): void {
  const entries = [...list.querySelectorAll<HTMLElement>('.entries > li')]
  const homes = new Map(entries.map((entry) => [entry, entry.parentElement]))
  const flat = document.createElement('ul')
  flat.className = 'entries'
  const groups = [...list.children] as HTMLElement[]
  const date = (entry: HTMLElement) => entry.querySelector('time')?.dateTime ?? ''
  const grade = (entry: HTMLElement) => {
    const badge = entry.querySelector('.badge')
    const at = evidence.findIndex((name) => badge?.classList.contains(name))
    return at === -1 ? evidence.length : at
  }
  const isKnown = (entry: HTMLElement) => (entry.querySelector('.unknown') ? 0 : 1)
  const orders: Record<string, ((a: HTMLElement, b: HTMLElement) => number) | undefined> = {
    'by-product': undefined,
    'by-evidence': (a, b) => grade(a) - grade(b),
    'by-date': (a, b) => date(b).localeCompare(date(a)),
    'by-unaided': (a, b) => isKnown(a) - isKnown(b) || grade(a) - grade(b),
  }

  const box = document.createElement('input')
  const select = document.createElement('select')
  for (const name of ['by-product', 'by-unaided', 'by-evidence', 'by-date'] as const)
    select.add(new Option(words[name], name))
  const count = document.createElement('output')
  const tools = document.createElement('form')
  tools.className = 'finder tools'
  tools.append(labelled(words.filter, box), labelled(words.order, select), count)
  tools.addEventListener('submit', (event) => event.preventDefault())
  list.before(tools)

  const show = () => {
    const wanted = box.value.toLowerCase().split(/\s+/)
    for (const entry of entries) {
      const text = (entry.textContent ?? '').toLowerCase()
      entry.hidden = !wanted.every((word) => text.includes(word))
    }
    count.textContent = `${entries.filter(({ hidden }) => !hidden).length} / ${entries.length}`
    const order = orders[select.value]
    if (order) flat.append(...[...entries].sort(order))
    else for (const entry of entries) homes.get(entry)?.append(entry)
    if (order) list.replaceChildren(flat)
    else list.replaceChildren(...groups)
    for (const group of list.querySelectorAll<HTMLElement>('ul')) {
      const isEmpty = [...group.children].every((entry) => (entry as HTMLElement).hidden)
      const heading = group.previousElementSibling as HTMLElement | null
      if (heading) heading.hidden = isEmpty
    }
  }
  box.addEventListener('input', show)
  select.addEventListener('change', show)
}

function labelled(text: string, field: HTMLElement): HTMLElement {
  const label = document.createElement('label')
  label.className = 'field'
  label.append(text, field)
  return label
}

function addThemeSwitch(): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'theme'
  const label = () => {
    button.textContent = words.theme.replace('{theme}', words[stored()])
  }
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(stored()) + 1) % themes.length] ?? 'system'
    localStorage.setItem(themeKey, next)
    applyTheme(next)
    label()
  })
  label()
  document.querySelector('footer')?.append(button)
}

function stored(): (typeof themes)[number] {
  const known = localStorage.getItem(themeKey)
  return themes.find((theme) => theme === known) ?? 'system'
}

function applyTheme(theme: (typeof themes)[number]): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** A log pasted or dropped into a one-line box goes to the search page within the browser, not in an address. */
function keepLogsHere(box: HTMLInputElement): void {
  const take = (event: Event, data: DataTransfer | null) => {
    const text = data?.getData('text') ?? ''
    if (text.trim() === '' || isWords(text)) return
    event.preventDefault()
    sessionStorage.setItem(pastedKey, text)
    if (box.form) location.assign(box.form.action)
  }
  box.addEventListener('paste', (event) => take(event, event.clipboardData))
  box.addEventListener('drop', (event) => take(event, event.dataTransfer))
}
