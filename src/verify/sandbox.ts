import { tmpdir } from 'node:os'
import type { Startable } from './services.ts'

/** Home and working directory of blocks, inside the sandbox. */
export const insideHome = '/home/user'
export const insideProject = '/home/user/project'
/** A block's files, inside the sandbox. */
export const insideFiles = '/opt/block'
/** This program, for its own services. */
export const insideProgram = '/opt/fixdex'

/** A command to run in a page's folder. */
export interface Job {
  readonly argv: readonly string[]
  /** Copied into the folder first, from inside the sandbox, because an earlier block may have left a symbolic link there. */
  readonly files: readonly { readonly name: string; readonly text: string }[]
  readonly services: readonly Startable[]
  /** Host path of the registry proxy's socket, for jobs that install packages. */
  readonly registry?: string
}

/** How a command ended. */
export interface Ran {
  readonly exitCode: number
  /** Standard output and error, interleaved. */
  readonly output: string
  /** Why it was killed or did not start. */
  readonly stopped?: string
  /** It did not start. */
  readonly unstarted?: boolean
}

/** A page's folder, shared by its blocks. Nothing else survives a block. */
export interface Workplace {
  run(job: Job): Promise<Ran>
  /** Moves a folder out of it to a path on the host. */
  take(name: string, to: string): void
  remove(): void
}

export interface Sandbox {
  /** `modules` is a `node_modules` folder on the host, mounted read-only; `limits` replace those of the sandbox. */
  workplace(modules?: string, limits?: Limits): Workplace
}

export const mega = 1024 * 1024

/** A block is killed when it exceeds one of these. */
export const defaultLimits = {
  seconds: 60,
  /** Of all processes together, shared memory counted once. */
  memory: 1024 * mega,
  processes: 256,
  outputBytes: mega,
  /** Of one file, and of the page's folder. */
  diskBytes: 256 * mega,
}

export type Limits = Readonly<typeof defaultLimits>

/** What sandboxes are made of, unless they are told to use something else. */
export const thisMachine = {
  /** The Node binary that runs pages. */
  node: process.execPath,
  temporary: tmpdir(),
  /** Does the caller have all rights? */
  root: process.getuid?.() === 0,
  limits: defaultLimits as Limits,
}

export type Machine = Readonly<typeof thisMachine>
