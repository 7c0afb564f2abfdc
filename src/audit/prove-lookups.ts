import * as z from 'zod'
import { quote } from './finding.ts'
import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

const lookup = z.looseObject({ solutions: z.array(z.looseObject({ url: z.string(), title: z.string() })) })

/** What a look-up answers is in the index, under the same title. */
export function proveLookups(texts: Texts, { site, entries, report }: Subject): void {
  for (const [path, text] of texts) {
    if (!path.startsWith(`${site}/lookup/`) || path === `${site}/lookup/index.json`) continue
    for (const { url, title } of read(text)) {
      if (entries.get(url)?.title !== title)
        report('lookup/entries', path, `Unexpected entry ${quote(url)}, expected one of the index`)
    }
  }
}

function read(text: string): z.infer<typeof lookup>['solutions'] {
  try {
    return lookup.safeParse(JSON.parse(text)).data?.solutions ?? []
  } catch {
    // Broken JSON has its finding already.
    return []
  }
}
