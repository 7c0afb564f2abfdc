import * as z from 'zod'
import type { IndexFile } from './prove-index.ts'
import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

/** What the matcher's file must share with the index; the rest of it is the matcher's own affair. */
const shared = z.looseObject({
  generated: z.string(),
  count: z.number(),
  entries: z.array(z.looseObject({ id: z.string(), title: z.string() })),
})

/** `match.json` knows the index's solutions, all of them, by their titles. */
export function proveMatchFile(index: IndexFile, texts: Texts, { site, entries, report }: Subject): void {
  const path = `${site}/match.json`
  const text = texts.get(path)
  if (text === undefined) return
  const tell = (message: string) => report('match/entries', path, message)
  const file = read(text)
  if (file === undefined) {
    tell('Unexpected content, expected generated, count and entries with id and title')
    return
  }
  const expected = [...entries].map(
    ([url, { title }]) => `${url.slice(`/${site}/solutions/`.length)} ${title}`,
  )
  const found = file.entries.map(({ id, title }) => `${id} ${title}`)
  const first = Array.from({ length: Math.max(expected.length, found.length) }).findIndex(
    (_, at) => expected[at] !== found[at],
  )
  if (first !== -1)
    tell(`Unexpected entry ${found[first] ?? 'left out'}, expected ${expected[first] ?? 'none'}`)
  if (file.generated !== index.generated || file.count !== file.entries.length) {
    tell('Unexpected generated or count, expected those of the index')
  }
}

function read(text: string): z.infer<typeof shared> | undefined {
  try {
    return shared.safeParse(JSON.parse(text)).data
  } catch {
    // Broken JSON has its finding already.
    return undefined
  }
}
