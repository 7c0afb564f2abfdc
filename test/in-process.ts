import type { Environment, ExitCode } from '../src/cli/environment.ts'
import { exit, exitCodeOf } from '../src/cli/environment.ts'
import { makeProgram } from '../src/cli/program.ts'

/** A command run in this process, which takes a moment where a process of its own takes a second. */
export async function inProcess(
  args: readonly string[],
  { cwd, input = '', env = {} }: { cwd: string; input?: string; env?: Record<string, string> },
): Promise<{ status: ExitCode; stdout: string; stderr: string }> {
  let stdout = ''
  let stderr = ''
  let status: ExitCode = exit.ok
  const environment: Environment = {
    cwd,
    env,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    terminal: false,
    colour: false,
    person: undefined,
    stdin: async () => input,
    exitWith: (code) => {
      status = code
    },
    now: () => 0,
    processors: 1,
    wallClock: () => Date.parse('2026-11-20T12:00:00Z'),
    fetch: () => Promise.reject(new Error('no network here')),
    cacheDir: cwd,
    publishedCatalog: 'https://catalog.example.org/catalog',
    contributeUrl: 'https://catalog.example.org/contribute',
    version: '0.0.0',
    client: '/opt/fixdex.mjs',
    home: cwd,
    packed: `${cwd}/catalog.tgz`,
    onInterrupt: () => {},
    lines: async function* () {},
  }
  try {
    await makeProgram(environment).parseAsync([...args], { from: 'user' })
  } catch (error) {
    status = exitCodeOf(error, environment)
  }
  return { status, stdout, stderr }
}
