import { computeScore, runChecks } from 'afdocs'
import { expect, test } from 'vitest'
import { serveStatic } from '../src/serve/static-server.ts'
import { realCatalog } from './catalog.ts'

/* The checker of the Agent-Friendly Documentation Spec, on the real catalog as `fixdex serve` serves it. */

const site = 'https://fixdex.github.io/fixdex'

const check = async (strict: boolean) => {
  const { address, close } = await serveStatic((await realCatalog()).out, 0, { strict })
  try {
    return await runChecks(address, {
      canonicalOrigin: site,
      samplingStrategy: 'deterministic',
      requestDelay: 0,
      // The twin of a list that is too long for a model leaves out the fixes.
      parityExclusions: ['.entries > li > p'],
    })
  } finally {
    await close()
  }
}

// Fifty pages are sampled, others with each new page: short code pages, whose content begins late, decide over the last point.
test('the checker fails nothing and gives at least 99 of 100', async () => {
  const report = await check(false)
  expect(report.results.filter(({ status }) => status === 'fail')).toEqual([])
  expect(computeScore(report).overall).toBeGreaterThanOrEqual(99)
})

test('a host of plain files misses nothing but the answer in the asked form', async () => {
  const report = await check(true)
  expect(report.results.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
    'content-negotiation',
  ])
})
