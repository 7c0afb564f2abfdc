import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll } from 'vitest'
import { root } from './catalog.ts'
import { until } from './serve/process.ts'

/** The command on a terminal of its own, with somebody who types. */
export interface Terminal {
  /** Waits until this stands on the screen, behind what was waited for before, then types. */
  readonly at: (question: RegExp, keys?: string) => Promise<void>
  /** Everything that was printed, without colours and movements. */
  readonly screen: () => string
  readonly ended: Promise<number | null>
}

export const keys = { enter: '\r', down: '\u001b[B', interrupt: '\u0003', clear: '\u0015' } as const

const relay = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'

/** A real pseudo-terminal by python3, else by the `script` that every Debian has. */
export function terminal(args: readonly string[], cwd = root): Terminal {
  const quoted = [process.execPath, join(root, 'lib/cli/main.js'), ...args].map((arg) => `'${arg}'`).join(' ')
  const shell = `stty cols 120 rows 50; exec ${quoted}`
  const python = spawnSync('python3', ['-c', 'import os, pty; os.waitstatus_to_exitcode']).status === 0
  const [program, ...words] = python
    ? ['python3', '-c', relay, 'sh', '-c', shell]
    : ['script', '-qfec', shell, '/dev/null']
  const child = spawn(program as string, words, {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, TERM: 'xterm', LANG: 'C.UTF-8' },
  })
  afterAll(() => void child.kill('SIGKILL'))
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (data) => (text += data))
  let from = 0
  return {
    screen: () => stripVTControlCharacters(text),
    ended: endOf(child),
    at: async (question, typed = '') => {
      const found = await until(
        () => question.exec(text.slice(from)) ?? undefined,
        () => `${question} behind:\n${stripVTControlCharacters(text.slice(from))}`,
      )
      from += found.index + found[0].length
      // The question is on the screen a moment before its keys are listened to.
      await new Promise((done) => setTimeout(done, 60))
      child.stdin.write(typed)
    },
  }
}

const endOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((done) => child.once('exit', (code) => done(code)))
