// The browser's side of `fixdex dev`: shows what was saved, where the reader stands. Never part of a published page.
const script = document.currentScript
let tag = script.dataset.tag
let events

function listen() {
  const query = new URLSearchParams({ at: location.pathname, tag })
  events = new EventSource(`/__preview/events?${query}`)
  events.addEventListener('page', ({ data }) => show(JSON.parse(data)))
  events.addEventListener('problems', ({ data }) => warn(JSON.parse(data)))
  events.addEventListener('moved', ({ data }) => location.replace(JSON.parse(data).to))
  // The browser would come back with the tag of the first page; come back with the newest.
  events.addEventListener('error', () => {
    events.close()
    setTimeout(resume, 500)
  })
}

const resume = () => {
  if (events.readyState === EventSource.CLOSED && !document.hidden) listen()
}

// A browser keeps six lines to an origin: hidden tabs give theirs back and catch up when they are seen again.
document.addEventListener('visibilitychange', () => (document.hidden ? events.close() : resume()))
addEventListener('pagehide', () => events.close())
addEventListener('pageshow', resume)

async function show({ tag: fresh, html }) {
  tag = fresh
  const next = new DOMParser().parseFromString(html, 'text/html')
  // A script that has run cannot be undone. That of every page only adds to the body, and does so again.
  const scripts = (page) => [...page.querySelectorAll('script:not([data-tag])')]
  const names = (page) =>
    scripts(page)
      .map((one) => one.getAttribute('src'))
      .join(' ')
  const isModule = scripts(next).some(({ type }) => type === 'module')
  if (isModule || names(document) !== names(next)) return location.reload()
  const [x, y] = [scrollX, scrollY]
  const opened = [...document.querySelectorAll('details')].map(({ open }) => open)
  const old = await restyle(next)
  if (tag !== fresh) return
  const kept = 'script, link[rel=stylesheet], meta[http-equiv]'
  for (const node of [...document.head.children]) if (!node.matches(kept)) node.remove()
  document.head.append(...[...next.head.children].filter((node) => !node.matches(kept)))
  for (const link of old) link.remove()
  document.documentElement.lang = next.documentElement.lang
  document.documentElement.dir = next.documentElement.dir
  document.body.replaceWith(next.body)
  document.dispatchEvent(new Event('replaced'))
  for (const [index, details] of document.querySelectorAll('details').entries())
    details.open = opened[index] ?? details.open
  scrollTo({ left: x, top: y, behavior: 'instant' })
}

/** Loads new stylesheets beside the old ones, so that the page is never bare; gives those that are to go. */
async function restyle(next) {
  const links = (page) => [...page.querySelectorAll('link[rel=stylesheet]')]
  const old = links(document)
  const names = (list) => list.map((link) => link.getAttribute('href'))
  const fresh = links(next).filter((link) => !names(old).includes(link.getAttribute('href')))
  const wanted = names(links(next))
  await Promise.all(
    fresh.map(
      (link) =>
        new Promise((done) => {
          link.addEventListener('load', done)
          link.addEventListener('error', done)
          document.head.append(link)
        }),
    ),
  )
  return old.filter((link) => !wanted.includes(link.getAttribute('href')))
}

// Problems. They live beside the body, behind a shadow root: neither side's styles reach the other.
const host = document.createElement('fixdex-problems')
const root = host.attachShadow({ mode: 'open' })
const style = element('link', { rel: 'stylesheet', href: '/__preview/client.css' })
const panel = element('details', { hidden: true })
root.append(style, panel)
document.documentElement.append(host)
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') panel.open = false
})

function warn({ open, total, problems }) {
  const errors = problems.some(({ severity }) => severity === 'error')
  const count = `${total} problem${total === 1 ? '' : 's'}`
  panel.hidden = total === 0
  panel.open = open
  panel.className = errors ? 'error' : 'warning'
  panel.replaceChildren(
    element('summary', {}, errors ? `${count}: the last good page is shown` : count),
    ...problems.map(problemOf),
    ...(total > problems.length
      ? [element('p', {}, `and ${total - problems.length} more, see the terminal`)]
      : []),
  )
}

const problemOf = ({ severity, code, path, line, column, message, hint, frame }) =>
  element(
    'article',
    { className: severity },
    element('h2', {}, `${path}:${line}:${column}`, element('code', {}, code)),
    element('p', {}, message),
    ...(frame.length > 0 ? [element('pre', {}, frame.join('\n'))] : []),
    ...(hint ? [element('p', { className: 'hint' }, hint)] : []),
  )

function element(name, properties, ...children) {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

listen()
