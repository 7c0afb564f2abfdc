import type { Readable, Writable } from 'node:stream'
import type { Machine } from '../verify/machine.ts'

/** The world as commands see it; only main.ts knows the real one. */
export interface Environment {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Is someone looking at standard error? Progress lines are for people only. */
  readonly terminal: boolean
  /** May output be coloured? */
  readonly colour: boolean
  /** Somebody who can be asked: there where input and output are both a terminal. */
  readonly person: { readonly input: Readable; readonly output: Writable } | undefined
  /** All of standard input. */
  readonly stdin: () => Promise<string>
  /** Processors that this program may use. */
  readonly processors: number
  /** Milliseconds of a steady clock. */
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
  /** What code of others is run with and kept away from, see `fixdex verify`. */
  readonly machine: Machine
  /** Called when the user asks a long-running command to end. */
  readonly onInterrupt: (stop: () => void) => void
  /** Called when whoever feeds standard input has closed it. */
  readonly onInputEnd: (stop: () => void) => void
}

/** What the process exits with: fine, problems in the content, a fault that kept the command from working. */
export const exit = { ok: 0, problems: 1, fault: 2 } as const

export type ExitCode = (typeof exit)[keyof typeof exit]
