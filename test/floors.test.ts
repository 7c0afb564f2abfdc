import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastGlob from 'fast-glob'
import { expect, test } from 'vitest'
import { root } from './catalog.ts'

/** A file imports only from its own folder or from lower floors. */
const floors: Readonly<Record<string, number>> = {
  model: 0,
  content: 1,
  checks: 1,
  render: 1,
  client: 1,
  browser: 2,
  emit: 2,
  pipeline: 3,
  audit: 3,
  serve: 4,
  verify: 4,
  intake: 4,
  init: 4,
  review: 4,
  links: 4,
  mcp: 4,
  cli: 5,
}

const files = fastGlob.sync('**/*.ts', { cwd: join(root, 'src') })
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, 'src', file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
    ([, name = '']) => name,
  )

test.each(files)('%s keeps to its floor', (file) => {
  const folder = file.split('/')[0] ?? ''
  expect(floors).toHaveProperty(folder)
  for (const name of importsOf(file)) {
    if (!name.startsWith('.')) continue
    const target = join(file, '..', name).split('/')[0] ?? ''
    if (target !== folder) expect(floors[target], `${file} imports ${name}`).toBeLessThan(floors[folder] ?? 0)
  }
})

test.each(files.filter((file) => /^(model|client|browser)\//.test(file)))('%s runs in a browser', (file) => {
  expect(importsOf(file).filter((name) => name.startsWith('node:'))).toEqual([])
})
