import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../catalog.ts'

/** The compiled command as a process. */
export function run(args: string[], env: Record<string, string | undefined> = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(root, 'lib/cli/main.js'), ...args], {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, ...env },
  })
  return { stdout, stderr, status }
}
