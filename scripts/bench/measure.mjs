import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Knows the peak memory of a process when it has ended (Debian package `time`). */
const clock = '/usr/bin/time'

/** Runs a whole process. Gives its seconds and, where they can be known, the megabytes that it held at its peak. */
export function measure({ file, args, cwd, env, input }) {
  const note = join(tmpdir(), `fixdex-bench-${process.pid}`)
  const timed = existsSync(clock) ? [clock, '-f', '%M', '-o', note, file, ...args] : [file, ...args]
  const started = performance.now()
  const { status, signal, error, stdout, stderr } = spawnSync(timed[0], timed.slice(1), {
    cwd,
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  const seconds = (performance.now() - started) / 1000
  if (error) throw error
  const megabytes = existsSync(note)
    ? Number(readFileSync(note, 'utf8').trim().split('\n').at(-1)) / 1024
    : undefined
  rmSync(note, { force: true })
  return { seconds, megabytes, status: status ?? signal, stdout, stderr }
}

/** The same, of a process that has to succeed. */
export function measureWorking(command) {
  const result = measure(command)
  if (result.status === 0) return result
  const said = `${result.stdout}\n${result.stderr}`.trim().split('\n')
  throw new Error(`exit code ${result.status}: ${said.slice(-8).join('\n')}`)
}

/** The value below which this share of a list lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at % 1)
}

export const median = (values) => quantile(values, 0.5)
