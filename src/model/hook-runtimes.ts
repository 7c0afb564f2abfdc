import data from './hook-runtimes.json' with { type: 'json' }

/** How one runtime calls the hook and takes its answer. */
export interface Runtime {
  readonly title: string
  /** What the runtime calls the moment. */
  readonly event: string
  /** Path of the output in the JSON that the runtime sends; without one it sends bare text. */
  readonly text?: string
  /** Output that fits this pattern is of a failure; without one the runtime calls the hook for failures only. */
  readonly failed?: string
  /** The runtime never says whether the command failed. */
  readonly unsure?: boolean
  readonly reply: keyof typeof replies
  readonly files: readonly HookFile[]
  /** How it was tried. */
  readonly checked: string
  /** What is left to do by hand. */
  readonly then?: string
}

/** A file that is written whole, gets a marked block, or gets one entry in a list of its JSON. */
export interface HookFile {
  readonly path: string
  readonly executable?: boolean
  readonly text?: readonly string[]
  readonly block?: readonly string[]
  readonly at?: readonly string[]
  readonly entry?: object
  /** Of a JSON file that is not there yet. */
  readonly start?: object
}

/** How an answer is wrapped for its runtime. */
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
