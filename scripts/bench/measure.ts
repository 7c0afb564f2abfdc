import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Reports the peak memory of a process (Debian package `time`). */
const clock = '/usr/bin/time'

/** Runs a process. Gives its seconds and, where GNU time is installed, its peak memory in megabytes. */
export function measure({ file, args, cwd, env, input }: Command) {
  const note = join(tmpdir(), `fixdex-bench-${process.pid}`)
  const timed = existsSync(clock) ? [clock, '-f', '%M', '-o', note, file, ...args] : [file, ...args]
  const started = performance.now()
  const { status, signal, error, stdout, stderr } = spawnSync(timed[0] as string, timed.slice(1), {
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

/** Runs a process that must succeed. */
export function measureWorking(command: Command) {
  const result = measure(command)
  if (result.status === 0) return result
  const said = `${result.stdout}\n${result.stderr}`.trim().split('\n')
  throw new Error(`exit code ${result.status}: ${said.slice(-8).join('\n')}`)
}

/** The value below which this share of the values lies, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at % 1)
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
