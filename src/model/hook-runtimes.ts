import data from './hook-runtimes.json' with { type: 'json' }

/** How a runtime calls the hook and reads its answer. */
export interface Runtime {
  readonly title: string
  /** The runtime's name for the event. */
  readonly event: string
  /** Path of the output in the runtime's JSON; without one, it sends plain text. */
  readonly text?: string
  /** Output that matches is a failure; without a pattern, the runtime calls the hook for failures only. */
  readonly failed?: string
  /** The runtime does not say whether the command failed. */
  readonly unsure?: boolean
  readonly reply: keyof typeof replies
  readonly files: readonly HookFile[]
  /** How it was tested. */
  readonly checked: string
  /** Manual steps that remain. */
  readonly then?: string
}

/** A file that is replaced, gets a marked block, or gets an entry in a JSON list. */
export interface HookFile {
  readonly path: string
  readonly executable?: boolean
  readonly text?: readonly string[]
  readonly block?: readonly string[]
  readonly at?: readonly string[]
  readonly entry?: object
  /** Initial content of a JSON file. */
  readonly start?: object
}

/** Wraps an answer for its runtime. */
export const replies = {
  text: (text: string) => text,
  hookSpecificOutput: (additionalContext: string, hookEventName: string) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } }),
  additionalContext: (additionalContext: string) => JSON.stringify({ additionalContext }),
  additional_context: (text: string) => JSON.stringify({ additional_context: text }),
  contextModification: (contextModification: string) =>
    JSON.stringify({ cancel: false, contextModification }),
} as const

export const runtimes = data as Readonly<Record<string, Runtime>>
