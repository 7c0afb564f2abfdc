import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { audit } from '../../src/audit/audit.ts'
import { readConfig } from '../../src/content/read-config.ts'
import { readSources } from '../../src/content/read-sources.ts'
import { emit } from '../../src/emit/emit.ts'
import { join as joinPages, noHistory } from '../../src/model/catalog.ts'
import { compileFile } from '../../src/pipeline/compile-file.ts'
import { writeOutput } from '../../src/pipeline/write-output.ts'
import { contentFolder, temporaryFolder } from '../catalog.ts'
import { type AttackCase, readCases } from './runner.ts'

/*
 * The second line of defence alone: attack cases are compiled with every rule switched off, and the audit judges what
 * came out. What it can't see by looking at the output (a bad command, an order in plain words) is the rules' business;
 * raw HTML comes out as visible words, so there is nothing left to find.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const dir = process.env.ATTACKS_DIR
  ? resolve(root, process.env.ATTACKS_DIR)
  : resolve(root, '../shared/attacks')
const cases = (existsSync(dir) ? readCases(dir) : []).filter(
  ({ expect, input }) => expect === 'reject' && input,
)
const ofClass = (pattern: RegExp) => cases.filter((attack) => pattern.test(attack.class))

/** Codes of the audit's findings, or undefined when the parser alone refuses the case. */
function auditWithoutRules({ id, path, input = '' }: AttackCase): string[] | undefined {
  const file = path ?? `${/^category: (\S+)/m.exec(input)?.[1] ?? 'general'}/${id.toLowerCase()}.md`
  const content = contentFolder({ [`solutions/${file}`]: input })
  const site = readConfig(content)
  const pages = readSources(content).sources.flatMap((source) => compileFile(source, site, []).page ?? [])
  if (pages.length === 0) return undefined
  const out = join(temporaryFolder(), 'dist')
  writeOutput(out, emit(joinPages(pages, '2026-01-01T00:00:00.000Z', noHistory('repository')), site))
  return audit(out).findings.map(({ code }) => code)
}

describe.skipIf(cases.length === 0)('with every rule switched off, the audit', () => {
  test.each(ofClass(/^(?:unicode-hidden|encoding)/).map((attack) => [attack.id, attack] as const))(
    'finds the hidden characters of %s',
    (_, attack) => {
      expect(auditWithoutRules(attack) ?? ['file/hidden-character']).toContain('file/hidden-character')
    },
  )

  test.each(
    ofClass(/^link-(?:exfil|mismatch|hidden|host|scheme)$/).map((attack) => [attack.id, attack] as const),
  )('finds the link of %s', (_, attack) => {
    expect(auditWithoutRules(attack)).not.toEqual([])
  })

  test.each(ofClass(/^html/).map((attack) => [attack.id, attack] as const))(
    'has nothing to find in %s: its markup came out as words',
    (_, attack) => {
      expect(auditWithoutRules(attack) ?? []).toEqual([])
    },
  )
})
