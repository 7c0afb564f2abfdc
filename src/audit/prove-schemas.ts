import * as z from 'zod'
import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

const head = z.looseObject({
  $schema: z.literal('https://json-schema.org/draft/2020-12/schema'),
  $id: z.string(),
})

/** A JSON Schema says which draft it is written in and where it is published. That they compile is for the tests, which have a validator. */
export function proveSchemas(texts: Texts, { site, baseUrl, report }: Subject): void {
  for (const [path, text] of texts) {
    if (!path.startsWith(`${site}/schema/`)) continue
    if (headOf(text)?.$id === `${baseUrl}/${path}`) continue
    report('schema/head', path, `Unexpected $schema or $id, expected draft 2020-12 and ${baseUrl}/${path}`)
  }
}

function headOf(text: string): z.infer<typeof head> | undefined {
  try {
    return head.safeParse(JSON.parse(text)).data
  } catch {
    // Broken JSON has its finding already.
    return undefined
  }
}
