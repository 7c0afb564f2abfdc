import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PageExample } from '../../src/checks/data.ts'
import { readConfig } from '../../src/content/read-config.ts'
import { compileFile } from '../../src/pipeline/compile-file.ts'
import { contentFolder } from '../catalog.ts'
import { examplePage } from '../checks/example-page.ts'

/*
 * Pages that attack by what they run, install, fetch or link, and harmless ones in the same styles, in a catalog that has
 * approved nothing of its own. No command here is ever run.
 */

type Case = PageExample & { readonly class: string }
const { attacks, harmless } = JSON.parse(
  readFileSync(new URL('commands.json', import.meta.url), 'utf8'),
) as Record<'attacks' | 'harmless', Case[]>
const site = readConfig(contentFolder({}))

function errorsOf({ class: _, ...example }: Case): string[] {
  const source = { path: 'solutions/tool-failure/example.md', text: examplePage(example) }
  return compileFile(source, site)
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`)
}

test.each(attacks.map((attack) => [attack.class, attack] as const))('%s is refused', (_, attack) => {
  expect(errorsOf(attack)).not.toEqual([])
})

test.each(harmless.map((page) => [page.class, page] as const))('%s is published', (_, page) => {
  expect(errorsOf(page)).toEqual([])
})
