import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { type AttackCase, judge, readCases, type Verdict } from './runner.ts'

/*
 * Files that attack the catalog and files that only look like it, each judged through `check` and `build`. They live
 * outside of the repository, so that nobody tunes a rule by reading them; ATTACKS_DIR names their folder.
 *
 * `allow` means: the build works, shows what it must, and no problem is an error. A warning is no false alarm here,
 * because the cases have the smallest frontmatter there is and lack what a good page is expected to have.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = process.env.ATTACKS_DIR
  ? resolve(root, process.env.ATTACKS_DIR)
  : resolve(root, '../shared/attacks')
const cases = existsSync(dir) ? readCases(dir) : []

describe('attacks', () => {
  if (cases.length === 0) it.skip(`no cases in ${dir}: set ATTACKS_DIR`)
  const verdicts = new Map<AttackCase, Verdict>()
  for (const attack of cases) {
    it(`${attack.id} ${attack.class}: ${attack.expect}`, async () => {
      const verdict = await judge(attack)
      verdicts.set(attack, verdict)
      expect(verdict.failure).toBeUndefined()
    })
  }

  afterAll(() => {
    if (cases.length === 0) return
    const attacks = [...verdicts].filter(([{ expect }]) => expect !== 'allow')
    const benign = [...verdicts].filter(([{ expect }]) => expect === 'allow')
    const passed = (list: typeof attacks) => list.filter(([, { failure }]) => failure === undefined).length
    const slowest = Math.max(0, ...[...verdicts.values()].map(({ milliseconds }) => milliseconds))
    const crashes = [...verdicts.values()].filter(({ crashed }) => crashed).length
    console.log(
      `attacks stopped ${passed(attacks)}/${attacks.length}, benign passed ${passed(benign)}/${benign.length}, ` +
        `slowest ${Math.round(slowest)} ms, crashes ${crashes}`,
    )
    if (process.env.ATTACKS_VERBOSE) {
      for (const [{ id }, { codes }] of verdicts) console.log(id, [...new Set(codes)].join(' '))
    }
  })
})
