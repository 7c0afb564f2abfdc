import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Many tests spawn `lib/cli/main.js`: compiles it before the tests, and before each rerun in watch mode, unless it is current. */
export default function setup(project: TestProject): void {
  compile()
  project.onTestsRerun(compile)
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
