import type { Place } from './problem.ts'
import type { ServiceName } from './service-name.ts'

/** What a page's blocks come to: what is written and what is run, in document order. Plain JSON. */
export interface ExecutedPage {
  readonly id: string
  /** Relative to the content folder. */
  readonly path: string
  readonly errors: readonly string[]
  readonly packages: readonly string[]
  readonly needs: readonly ServiceName[]
  readonly blocks: readonly ExecutedBlock[]
}

/** One fenced block with `file=` or `run=`, or both: then that file is run. */
export interface ExecutedBlock {
  readonly text: string
  readonly language: string
  readonly file?: string
  readonly run?: RunKind
  /** The fence. */
  readonly place: Place
}

export type RunKind = 'reproduce' | 'fix'

export interface RunBlock extends ExecutedBlock {
  readonly run: RunKind
}

export const isRun = (block: ExecutedBlock): block is RunBlock => block.run !== undefined
