import { occurs } from '../client/match.ts'
import type { RunKind } from '../model/executed-page.ts'
import type { Ran } from './sandbox.ts'

/** What is wrong with how a block ran, or undefined. */
export interface Verdict {
  readonly expected: string
  readonly got: string
}

/** A reproduction must show one of the page's messages, a fix must end well and show none. */
export function judge(run: RunKind, ran: Ran, errors: readonly string[]): Verdict | undefined {
  if (ran.stopped !== undefined) return { expected: 'a block that ends by itself', got: ran.stopped }
  const shown = errors.filter((message) => occurs(message, ran.output))
  if (run === 'reproduce') {
    if (shown.length > 0) return undefined
    const ended = ran.exitCode === 0 ? 'it succeeded' : `it failed (exit code ${ran.exitCode})`
    return {
      expected: `one of the page’s errors: ${errors.map((message) => `\`${message}\``).join(', ')}`,
      got: `${ended} without any of them`,
    }
  }
  if (shown.length > 0) {
    return { expected: 'none of the page’s errors', got: `\`${shown[0]}\` (exit code ${ran.exitCode})` }
  }
  return ran.exitCode === 0 ? undefined : { expected: 'exit code 0', got: `exit code ${ran.exitCode}` }
}
