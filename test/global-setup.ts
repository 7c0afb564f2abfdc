import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Many tests spawn `lib/cli/main.js`: compiles it before the tests, and before each rerun in watch mode, unless it is current.
 * What tests and their commands leave in the system's temporary folder is removed in the end.
 */
export default function setup(project: TestProject): () => void {
  // Mutants are in the sources alone.
  if (!process.env.MUTATED_BY) compile()
  project.onTestsRerun(compile)
  const temporary = mkdtempSync(join(tmpdir(), 'fixdex-'))
  // Apache serves from it as a user of its own.
  chmodSync(temporary, 0o755)
  process.env.TMPDIR = temporary
  return () => rmSync(temporary, { recursive: true, force: true })
}

function compile(): void {
  const compiled = statSync(join(root, 'lib/cli/main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  // Folders as well, because deleting a file changes nothing else.
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const newest = ['src', 'package-lock.json', 'tsconfig.json', ...sources.map((path) => join('src', path))]
    .map((path) => statSync(join(root, path)).mtimeMs)
    .reduce((a, b) => Math.max(a, b))
  if (compiled < newest) execFileSync('npm', ['run', '-s', 'prepare'], { cwd: root, stdio: 'inherit' })
}
