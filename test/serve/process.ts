import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../catalog.ts'

/** A command that goes on running, with what it has printed. */
export interface Running {
  readonly printed: () => string
  /** Waits until it has printed this, after the given place in what it printed. */
  readonly prints: (pattern: RegExp, from?: number) => Promise<RegExpExecArray>
  /** What it ends with by itself. */
  readonly ended: Promise<number | string | null>
  /** Ends it with a signal; gives its exit code, or the signal that it died of. */
  readonly end: (signal?: NodeJS.Signals) => Promise<number | string | null>
}

const children: ChildProcess[] = []

/** Ends what `start` started; runs after each test file. */
export function endCommands(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL')
}

/** Starts the compiled command; whatever happens it is gone when the test file ends. */
export function start(
  args: string[],
  options: { main?: string; env?: Record<string, string> } = {},
): Running {
  const main = options.main ?? join(root, 'lib/cli/main.js')
  const child = spawn(process.execPath, [main, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, SOURCE_DATE_EPOCH: '1763596800', ...options.env },
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (data) => (text += data))
  const ended = endOf(child)
  return {
    printed: () => text,
    prints: (pattern, from = 0) =>
      until(
        () => pattern.exec(text.slice(from)) ?? undefined,
        () => `${pattern} in what it printed:\n${text.slice(from)}`,
      ),
    ended,
    end: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

const endOf = (child: ChildProcess): Promise<number | string | null> =>
  new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)))

/** Asks again and again until there is an answer; gives up just before the test itself would, to say what was awaited. */
export async function until<T>(ask: () => T | undefined, what: () => string): Promise<T> {
  const end = Date.now() + 500_000
  while (Date.now() < end) {
    const answer = ask()
    if (answer !== undefined) return answer
    await new Promise((done) => setTimeout(done, 25))
  }
  throw new Error(`never came: ${what()}`)
}
