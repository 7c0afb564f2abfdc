import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The unified difference of two texts, without the lines that name files. */
export function textDiff(before: string, after: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'fixdex-diff-'))
  try {
    const files = [before, after].map((text, index) => {
      const file = join(dir, String(index))
      writeFileSync(file, text)
      return file
    })
    const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-color', '--no-ext-diff', ...files], {
      encoding: 'utf8',
    })
    return stdout.slice(stdout.indexOf('@@'))
  } finally {
    rmSync(dir, { recursive: true })
  }
}
