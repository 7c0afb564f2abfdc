import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './catalog.ts'

/** What a file needs before its first line runs: types are gone by then, and `import()` waits until it is called. */
function needs(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(root, 'src', file), 'utf8')
  for (const [, clause = '', name = ''] of text.matchAll(
    /^(?:import|export) (?!type )([^']*)from '([^']+)'/gm,
  )) {
    const onlyTypes = /^\{(?:\s*type [^,}]+,?)+\s*\}/.test(clause)
    if (onlyTypes) continue
    if (name.startsWith('.')) needs(join(file, '..', name), seen)
    else seen.add(name)
  }
  return seen
}

test('a command starts with nothing but its words; what it works with is loaded when it runs', () => {
  const packages = [...needs('cli/main.ts')].filter((name) => !/\.(?:ts|json)$|^node:/.test(name))
  expect(packages).toEqual(['@commander-js/extra-typings'])
})
