import { expect, test } from 'vitest'
import { agentFiles, skill } from '../../src/emit/agent-files.ts'
import { indexFiles } from '../../src/emit/index-files.ts'
import { overviewPages } from '../../src/emit/list-pages.ts'
import { openApi } from '../../src/emit/open-api.ts'
import { joinPages, load } from '../../src/pipeline/load.ts'
import { contentFolder } from '../catalog.ts'
import { validSolution } from '../valid-solution.ts'

/** The files of a catalog that has the page so many times. */
async function filesOf(count: number): Promise<Map<string, string>> {
  const content = contentFolder({ 'solutions/general/connect-econnrefused.md': validSolution })
  const { site, pages } = await load(content)
  const catalog = joinPages(pages, content, '1763596800')
  const solutions = Array.from({ length: count }, (_, number) =>
    catalog.solutions.map((one) => ({ ...one, id: `general/page-${number}` })),
  ).flat()
  const emitters = [agentFiles, skill, indexFiles, openApi, overviewPages]
  const files = emitters.flatMap((emit) => emit({ ...catalog, solutions }, site))
  return new Map(files.map(({ path, body }) => [path, String(body)]))
}

test('only a catalog in shards tells of them', async () => {
  const small = await filesOf(1)
  const large = await filesOf(5001)
  const told = ['llms.txt', '.well-known/agent-skills/error-solutions/SKILL.md', 'openapi.json']
  expect(large.has('catalog/match/0.json')).toBe(true)
  expect(small.has('catalog/match/0.json')).toBe(false)
  expect(large.get('catalog/search.html')).toContain('data-shards')
  expect(small.get('catalog/search.html')).not.toContain('data-shards')
  for (const path of told) {
    expect(large.get(`catalog/${path}`)).toContain('match/{number}.json')
    expect(small.get(`catalog/${path}`)).not.toContain('{number}')
  }
})
