import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type LabelSet, labelsSchema } from '../model/labels.ts'
import { compare } from '../model/problem.ts'
import { packageLabels } from './package-files.ts'
import { readYaml, shaped } from './read-yaml.ts'

/**
 * The package's labels with those of the catalog on top, key by key: a catalog says only what it words differently, and
 * a label that a later version needs is there. A language that the package does not have is complete.
 */
export function readLabels(contentDir: string): LabelSet {
  const own = join(contentDir, 'labels')
  const names = new Set([...yamlFiles(packageLabels), ...yamlFiles(own)])
  return Object.fromEntries(
    [...names].sort(compare).map((name) => {
      const files = [join(packageLabels, name), join(own, name)].filter((file) => existsSync(file))
      const data = files.map(readYaml).reduce(onTop)
      return [name.slice(0, -'.yaml'.length), shaped(files.at(-1) ?? name, data, labelsSchema)]
    }),
  )
}

const yamlFiles = (dir: string): string[] =>
  existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.yaml')) : []

function onTop(below: unknown, above: unknown): unknown {
  if (!isMap(below) || !isMap(above)) return above
  const merged = new Map(Object.entries(below))
  for (const [key, value] of Object.entries(above)) merged.set(key, onTop(merged.get(key), value))
  return Object.fromEntries(merged)
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
