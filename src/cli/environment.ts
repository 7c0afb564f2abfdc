import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Fault } from '../model/fault.ts'
import type { Machine } from '../verify/sandbox.ts'

/** What commands see of the process and machine; main.ts makes the real one. */
export interface Environment {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Is standard error a terminal? Progress lines are for people only. */
  readonly terminal: boolean
  /** May output be coloured? */
  readonly colour: boolean
  /** The terminal to ask questions on, if both input and output are one. */
  readonly person: { readonly input: Readable; readonly output: Writable } | undefined
  /** All of standard input. */
  readonly stdin: () => Promise<string>
  /** Processors that this program may use. */
  readonly processors: number
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Milliseconds since 1970. */
  readonly wallClock: () => number
  readonly fetch: typeof globalThis.fetch
  /** Folder for what can be fetched again. */
  readonly cacheDir: string
  /** Address of the catalog that the package belongs to. */
  readonly publishedCatalog: string
  /** Where a person proposes a solution to that catalog. */
  readonly contributeUrl: string
  readonly version: string
  /** File of this program, for commands that others are to run. */
  readonly client: string
  readonly home: string
  /** The packed catalog that answers without a network; it may be missing. */
  readonly packed: string
  /** What `fixdex verify` runs pages with and protects from them. */
  readonly machine: Machine
  /** Called when the user asks a long-running command to end. */
  readonly onInterrupt: (stop: () => void) => void
  /** The lines of standard input as they come. */
  readonly lines: () => AsyncIterable<string>
}

/**
 * Exit codes: success, problems in the content, a fault that kept the command from running, an error that the catalog
 * does not cover. The last is no code of a package runner, so that a failed download is not taken for it.
 */
export const exit = { ok: 0, problems: 1, fault: 2, uncovered: 3 } as const

export type ExitCode = (typeof exit)[keyof typeof exit]

/** Reads the file that a command was given, or standard input for `-`. */
export async function readText(file: string, { cwd, stdin }: Environment, hint: string): Promise<string> {
  const path = file === '-' ? 'standard input' : resolve(cwd, file)
  try {
    return file === '-' ? await stdin() : readFileSync(path, 'utf8')
  } catch (error) {
    const isTooLong =
      error instanceof RangeError || (error as { code?: string }).code === 'ERR_STRING_TOO_LONG'
    throw isTooLong
      ? new Fault(`${path} is larger than 512 MB`, 'Pass the lines around the error.')
      : new Fault(`Can’t read ${path}`, hint)
  }
}
