import { createHash } from 'node:crypto'
import { type ChangeEntry, changesSchema, mostChanges } from '../model/json-files.ts'
import type { Texts } from './prove-index-parts.ts'
import { readBytes } from './read-output.ts'
import type { Subject } from './subject.ts'

/** What is told of each address is what lies there. */
export function proveChanges(texts: Texts, subject: Subject): void {
  const { site, entries, report } = subject
  const path = `${site}/changes.json`
  const text = texts.get(path)
  if (text === undefined) return
  const tell = (message: string) => report('changes/entries', path, message)
  const checked = read(text)
  if (checked === undefined) {
    tell('Unexpected content, expected that of its schema')
    return
  }
  const { count, total, changes } = checked
  if (count !== changes.length || count !== Math.min(total, mostChanges))
    tell(`Unexpected count ${count} of ${total}, expected the newest ${mostChanges}`)
  for (const [at, change] of changes.entries()) {
    const wrong = fault(change, subject)
    if (wrong) tell(`Unexpected ${change.kind} ${change.id}, expected ${wrong}`)
    if (change.date > (changes[at - 1]?.date ?? change.date))
      tell(`Unexpected place of ${change.id}, expected the newest first`)
  }
  const told = new Set(changes.map(({ id }) => id))
  if (told.size < count) tell('Unexpected second entry of an address, expected one')
  for (const url of count === total ? entries.keys() : []) {
    if (!told.has(url.slice(`/${site}/solutions/`.length)))
      tell(`Unexpected list without ${url}, expected every page`)
  }
}

/** What should be at the address, if it is not. */
function fault({ id, kind, to, sha256 }: ChangeEntry, subject: Subject): string | undefined {
  const { site, entries, moved, retired, folder } = subject
  const address = `/${site}/solutions/${id}`
  const twin = `${address.slice(1)}.md`
  const there = folder.files.has(twin)
  if (kind === 'removed') return there || sha256 ? 'nothing at this address' : undefined
  if (kind === 'renamed' && moved.get(address) !== `/${site}/solutions/${to}`)
    return 'a page that leads there'
  if ((kind === 'withdrawn' || kind === 'superseded') && !retired.has(address)) return 'a page that says so'
  if (/^(?:added|changed|reviewed)$/.test(kind) && !entries.has(address)) return 'a page of the index'
  if (kind === 'superseded' && !entries.has(`/${site}/solutions/${to}`)) return 'a successor in the index'
  const actual = there && createHash('sha256').update(readBytes(folder, twin)).digest('hex')
  return actual === sha256 ? undefined : `the sha256 of ${twin}`
}

function read(text: string) {
  try {
    return changesSchema.safeParse(JSON.parse(text)).data
  } catch {
    // Broken JSON has its finding already.
    return undefined
  }
}
