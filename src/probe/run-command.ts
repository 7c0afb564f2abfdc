import { spawn } from 'node:child_process'

/** A command of the user did not do its part; the message says what it did instead. */
export class CommandFailed extends Error {}

/** Runs a shell command with a text on standard input; gives what it prints, or throws `CommandFailed`. */
export type RunCommand = (command: string, input: string) => Promise<string>

/** Commands are ended after some seconds, or by the signal, with all that they have started. */
export const commandRunner =
  (seconds: number, cwd: string, signal: AbortSignal): RunCommand =>
  (command, input) =>
    new Promise((done, fail) => {
      const child = spawn(command, { cwd, shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
      let stopped: string | undefined
      const stop = (reason: string) => {
        stopped ??= reason
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
        } catch {
          // It ended by itself.
        }
      }
      const interrupt = () => stop('was interrupted')
      const timer = setTimeout(() => stop(`was still running after ${seconds} s`), seconds * 1000)
      signal.addEventListener('abort', interrupt)
      if (signal.aborted) interrupt()
      let printed = ''
      let complained = ''
      child.stdout.setEncoding('utf8').on('data', (text) => (printed += text))
      child.stderr.setEncoding('utf8').on('data', (text) => (complained = (complained + text).slice(-2000)))
      // A command need not read what it is given.
      child.stdin.on('error', () => {})
      child.stdin.end(input)
      child.on('error', (error) => stop(error.message))
      child.on('close', (code) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', interrupt)
        const answer = printed.trim()
        const last = complained.trim().split('\n').at(-1) ?? ''
        const reason =
          stopped ??
          (code !== 0 ? `ended with exit code ${code}` : answer === '' ? 'printed nothing' : undefined)
        if (reason === undefined) done(answer)
        else fail(new CommandFailed(`\`${command}\` ${reason}${last && `: ${last}`}`))
      })
    })
