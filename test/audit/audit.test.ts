import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { Fault } from '../../src/model/fault.ts'
import { buildCatalog, contentFolder, filesBelow, temporaryFolder } from '../catalog.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'
import { publishFixture } from './published.ts'

const fixture = await publishFixture()
const empty = temporaryFolder()
const twoSites = temporaryFolder()

test('a built catalog keeps every promise', () => {
  expect(audit(fixture).findings).toEqual([])
})

test('counts addresses and files', () => {
  const { pages, files } = audit(fixture)
  // Three solutions, a guide, sixteen categories, home, skill, agents, rules, about, search, and the lists of
  // codes, guides and solutions.
  expect(pages).toBe(3 + 1 + 16 + 9)
  expect(files).toBe(filesBelow(fixture).length)
})

test('titles with markup, pages without a source, another origin and another site', async () => {
  const { out } = await buildCatalog(contentFolder(smallCatalog), {
    baseUrl: 'http://localhost:4173',
    site: 'other',
  })
  expect(audit(out).findings).toEqual([])
})

test('links to this machine, which the rules allow', async () => {
  const fix = 'Open http://localhost:3000, [the console](http://127.0.0.1:8080/a?b) or <http://localhost>.'
  const page = validSolution.replace('Start the server', `${fix} Start the server`)
  const { out } = await buildCatalog(contentFolder({ 'solutions/general/connect-econnrefused.md': page }))
  expect(audit(out).findings).toEqual([])
})

test('a catalog without a page', async () => {
  const { out } = await buildCatalog(contentFolder({}))
  expect(audit(out).findings).toEqual([])
})

test('a folder that no build wrote is the user’s to fix', () => {
  for (const site of ['one', 'two']) {
    mkdirSync(join(twoSites, site))
    writeFileSync(join(twoSites, site, 'solutions.json'), '{}')
  }
  for (const dir of [empty, twoSites, join(empty, 'nothing'), join(fixture, 'catalog')]) {
    expect(() => audit(dir)).toThrow(Fault)
  }
})

test('the report is plain JSON', () => {
  const report = audit(fixture)
  expect(JSON.parse(JSON.stringify(report))).toEqual(report)
})

test('the published schemas are draft 2020-12, and the index is valid by its own', () => {
  const json = (path: string) => JSON.parse(readFileSync(join(fixture, 'catalog', path), 'utf8'))
  const ajv = new Ajv2020({ strict: true, formats: { 'date-time': true, date: true } })
  const validate = ajv.compile(json('schema/v1/solutions.schema.json'))
  ajv.compile(json('schema/v1/frontmatter.schema.json'))
  expect(validate(json('solutions.json'))).toBe(true)
  expect(validate({ ...json('solutions.json'), more: 1 })).toBe(false)
})
