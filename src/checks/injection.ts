import type { Place } from '../model/problem.ts'
import { blankSpans } from '../model/text.ts'
import { injections } from './data.ts'
import { type Folded, fold, unfoldOffset } from './look-alikes.ts'
import type { Check, RuleReport } from './rule.ts'

/** Keys that quote what a program printed; the rest of the frontmatter is the author's own words. */
const quotedKey =
  /^(?:errors\.\d+|source|references\.\d+|category|lang|evidence|retry|reviewed|aliases\.\d+|superseded_by|affects\.\d+\.(?:versions|fixed)|packages\.\d+)$/

export const injection: Check = {
  checkPage({ prose, code, values }, report) {
    for (const { text, quoted, placeAt } of prose) {
      refuse(text, placeAt, report, quoted)
    }
    for (const value of values) {
      if (!quotedKey.test(value.key)) refuse(value.text, () => value.place, report)
    }
    for (const { text, language, section, part, inline, caution, placeAt } of code) {
      if (caution !== undefined) refuse(caution, () => placeAt(0), report)
      // What a program printed or an attacker wrote is quoted in the code of these two.
      if (inline || ((section === 'symptom' || section === 'root-cause') && part !== 'confirm')) continue
      for (const { start, text: comment } of commentsOf(text, language)) {
        refuse(comment, (offset) => placeAt(start + offset), report)
      }
    }
  },
}

function refuse(
  text: string,
  placeAt: (offset: number) => Place,
  report: RuleReport,
  quoted: readonly (readonly [number, number])[] = [],
): void {
  if (text.length < 8) return
  const order = orderIn(text)
  if (order === undefined) return
  if (quoted.some(([from, to]) => from <= order.start && order.start + order.text.length <= to)) {
    // Quoted data may not hide an order that stands beside it.
    refuse(blankSpans(text, quoted, '·'), placeAt, report)
    return
  }
  const shown = order.text.length > 80 ? `${order.text.slice(0, 80)}…` : order.text
  report(
    placeAt(order.start),
    `Unexpected ${order.kind}: \`${shown.trim()}\`, expected a description of the fix`,
  )
}

function orderIn(text: string): { start: number; text: string; kind: string } | undefined {
  const folded = fold(text)
  const order = findInjection(folded)
  return order && { ...order, start: unfoldOffset(text, folded[order.form], order.form, order.index) }
}

/** A comment of a piece of code, without its mark. */
export interface Comment {
  /** Offset of `text` in the code. */
  readonly start: number
  readonly text: string
}

const block =
  /\/\*([\s\S]{0,2000}?)\*\/|<!--([\s\S]{0,2000}?)-->|("""|''')([\s\S]{0,2000}?)\3|<#([\s\S]{0,2000}?)#>/g
const wholeLine = /^[ \t]*(?:#+!?|\/\/+!?|--+|;+|%+|\*+|REM\b|rem\b|::|"(?=\s))[ \t]*(.*)/
const trailing = /[ \t](?:#|\/\/|--|;)[ \t]+(.*)/

/** Comments in any of the usual marks: a reader takes them for one whatever the fence’s language is. */
export function commentsOf(code: string, language: string): Comment[] {
  const comments: Comment[] = []
  for (const match of code.matchAll(block)) {
    const text = match[1] ?? match[2] ?? match[4] ?? match[5] ?? ''
    comments.push({ start: match.index + match[0].indexOf(text), text })
  }
  // A Markdown heading or list is text that is meant to be copied, so all of it counts.
  const prose = language === 'md' || language === 'markdown' || language === 'mdx'
  let offset = 0
  let run: { start: number; lines: string[] } | undefined
  const close = () => {
    if (run) comments.push({ start: run.start, text: run.lines.join('\n') })
    run = undefined
  }
  for (const line of code.split('\n')) {
    const whole = wholeLine.exec(line)?.[1]
    const text = whole ?? (prose ? undefined : trailing.exec(line)?.[1])
    if (text === undefined || text === '') close()
    else if (whole !== undefined && run) run.lines.push(text)
    else {
      close()
      run = { start: offset + line.length - text.length, lines: [text] }
      if (whole === undefined) close()
    }
    offset += line.length + 1
  }
  close()
  return comments
}

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
