import type { Verification } from '../model/verification.ts'
import type { Startable } from './services.ts'

/** Where pages' blocks run, and their home, as they see it. */
export const insideHome = '/home/user'
export const insideProject = '/home/user/project'
/** Where the files that a block brings lie inside. */
export const insideFiles = '/opt/block'

/** One command to run over a page's folder. */
export interface Job {
  readonly argv: readonly string[]
  /** Written into the folder first, from inside: a block before may have put a link in their way. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  readonly services: readonly Startable[]
  /** Socket of the registry's proxy on this machine, for a job that installs packages. */
  readonly registry?: string
}

/** How a command ended. */
export interface Ran {
  readonly exitCode: number
  /** Standard output and standard error in the order in which they were written. */
  readonly output: string
  /** Why it was ended from outside, or never began. */
  readonly stopped?: string
  /** It never began. */
  readonly unstarted?: boolean
}

/** A page's own folder, which its blocks share; nothing else outlives a block. */
export interface Workplace {
  run(job: Job): Promise<Ran>
  /** Moves a folder out of it, to a path on this machine. */
  take(name: string, to: string): void
  remove(): void
}

export interface Sandbox {
  /** As the record names it; services are started only in a sandbox. */
  readonly kind: Verification['sandbox'] | 'none'
  /** `modules` is a `node_modules` folder on this machine, read-only inside. */
  workplace(modules: string | undefined): Workplace
}

/** What a block may use up before it is stopped. */
export interface Limits {
  readonly seconds: number
  /** Of all processes together, without what they share. */
  readonly memory: number
  readonly processes: number
  readonly outputBytes: number
  /** Of one file, and of the page's folder. */
  readonly diskBytes: number
}

/** What holds for every block of a run. */
export interface Bounds {
  readonly limits: Limits
  /** Ends whatever runs. */
  readonly signal: AbortSignal
}

const mega = 1024 * 1024

export const defaultLimits: Limits = {
  seconds: 60,
  memory: 1024 * mega,
  processes: 256,
  outputBytes: mega,
  diskBytes: 256 * mega,
}

/** What a sandbox takes from this machine. */
export interface Machine {
  /** The Node that runs this program, and that pages run too. */
  readonly node: string
  /** Folder of the installed program, with `lib` in it. */
  readonly program: string
  /** Of the processor, in Node's words. */
  readonly architecture: string
  readonly temporary: string
  /** The caller; -1 where there are no such numbers. */
  readonly uid: number
  readonly root: boolean
  /** Environment variables of the caller: for the programs that make a sandbox, and never for what runs in it. */
  readonly variables: Readonly<Record<string, string | undefined>>
}
