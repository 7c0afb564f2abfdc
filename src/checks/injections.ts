import { injections } from './data.ts'
import type { Folded } from './look-alikes.ts'

export interface Injection {
  /** What a message calls it. */
  readonly kind: string
  readonly form: keyof Folded
  /** Offset in that form of the text. */
  readonly index: number
  readonly text: string
}

interface Language {
  readonly script: RegExp | undefined
  readonly phrases: readonly { readonly kind: string; readonly patterns: readonly RegExp[] }[]
}

let languages: readonly Language[] | undefined

/** Finds the first sentence that gives orders to the reader's model. */
export function findInjection({ own, latin }: Folded): Injection | undefined {
  languages ??= compile()
  for (const { script, phrases } of languages) {
    if (script && !script.test(own)) continue
    const form = script ? 'own' : 'latin'
    for (const { kind, patterns } of phrases) {
      const match = firstMatch(patterns, script ? own : latin)
      if (match) return { kind, form, index: match.index, text: match[0] }
    }
  }
  return undefined
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match && (first === undefined || match.index < first.index)) first = match
  }
  return first
}

function compile(): Language[] {
  const { parts, languages } = injections()
  const fill = (_: string, name: string, count?: string): string => {
    // Words in between, and characters of the same sentence for scripts without spaces.
    if (name === 'words') return `(?:[^\\s.!?:;|]{1,24} ){0,${count}}`
    if (name === 'near') return `[^。．.!?！？\\n]{0,${count}}`
    const part = parts[name]
    if (part === undefined) throw new Error(`data/injections.yaml has no part ${name}`)
    return part
  }
  return languages.map(({ script, phrases }) => ({
    script,
    phrases: phrases.map(({ kind, patterns }) => ({
      kind,
      patterns: patterns.map((source) => new RegExp(source.replace(/%(\w+)(?: (\d+))?%/g, fill), 'mu')),
    })),
  }))
}
