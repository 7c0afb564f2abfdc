import type { Place } from '../model/problem.ts'
import { blankSpans } from '../model/text.ts'
import { injections } from './data.ts'
import { type Folded, fold, unfoldOffset } from './look-alikes.ts'
import { findOrder, type Order } from './orders.ts'
import type { Check, PageView, RuleReport } from './rule.ts'

/** Keys whose values are chosen from a list or checked by a shape. */
const fixedKey =
  /^(?:source|references\.\d+|category|lang|evidence|retry|reviewed|aliases\.\d+|superseded_by|affects\.\d+\.(?:versions|fixed)|packages\.\d+)$/

/** Text that is read on its own and together with its neighbours, because an order may be split over them. */
interface Piece {
  readonly text: string
  readonly placeAt: (offset: number) => Place
  /** Spans that are inline code, in which the marks of chat formats are data. */
  readonly quoted: readonly (readonly [number, number])[]
  /** Does it describe what was seen? Then whole orders in its inline code are data as well. */
  readonly describes: boolean
  readonly isProse?: boolean
  /** Does a sentence end after it? Items and cells go on. */
  readonly ends: boolean
}

export const injection: Check = {
  checkPage(page, report) {
    for (const pieces of passagesOf(page)) refuse(join(pieces), report)
    for (const { section, part, text, quoted, placeAt } of page.prose) {
      if (part === 'confirm' || (section !== 'symptom' && section !== 'root-cause')) continue
      const match = imperative.exec(blankSpans(text, quoted, '·'))
      if (!match) continue
      report(
        placeAt(match.index),
        `Unexpected order in a description: \`${match[0].trim()}\`, expected what was seen and why it happens`,
        'Steps belong in Confirm, Fix or Verify. Put words that a program printed in backticks.',
      )
    }
  },
}

interface Span {
  readonly from: number
  readonly to: number
  readonly describes: boolean
}

/** A line that says that the block below is a text that somebody or something reads. */
const quotesText =
  /\b(?:page|text|comment|issue|mail|message|document|readme|site|injection|attack|payload|description)\b[^.!?]{0,120}:\s*$/i

/** Languages of fences that hold text. */
const inWords = /^(?:|text|txt|plain|plaintext|md|mdx|markdown|mdc|none|output|log)$/

interface Passage extends Pick<Piece, 'text' | 'placeAt'> {
  readonly isProse: boolean
  readonly quoted: readonly Span[]
}

/** Symptom and Root Cause describe: whoever reads them is not told to do anything there. */
const imperative =
  /(?:^|[.!?] )(?:(?:please|now|first|then|next|also|just),? |before [^.,]{3,60}, )*(?:(?:run|execute|open|install) ·|(?:run|execute|open|install|paste|copy|download|upload|send|delete|disable|approve|follow|set|add|remove|use|call|visit|fetch|start|restart|do not|don't|never|make sure|ensure|remember) (?:to |that )?(?:the|an?|your|this|these|those|it|all|every|any|each|following)(?![\p{L}\p{N}]))/iu

/** Passages of a page in which no order may stand: each section, and the frontmatter. */
function passagesOf({ prose, code, values }: PageView): Piece[][] {
  const passages = new Map<string | undefined, (Piece & { at: number })[]>()
  const add = (section: string | undefined, piece: Piece & { at: number }) => {
    const same = passages.get(section)
    if (same) same.push(piece)
    else passages.set(section, [piece])
  }
  for (const { text, quoted, placeAt, section, at, item } of prose) {
    const describes = section === 'symptom' || section === 'root-cause'
    add(section, { text, placeAt, quoted, describes, ends: !item, at })
  }
  for (const { text, language, section, part, inline, caution, placeAt, at } of code) {
    const first = () => placeAt(0)
    if (caution !== undefined)
      add(section, { text: caution, placeAt: first, quoted: [], describes: false, ends: true, at })
    if (inline) continue
    const isProse = inWords.test(language)
    const describes = (section === 'symptom' || section === 'root-cause') && part !== 'confirm'
    if (describes) {
      const before = prose.findLast((each) => each.at < at)
      if (!isProse || (before !== undefined && quotesText.test(before.text))) continue
    }
    add(isProse ? section : `code of ${section}`, {
      text,
      placeAt,
      // The marks of chat formats are data in what a program printed.
      quoted: describes ? [[0, text.length]] : [],
      describes: false,
      ends: true,
      at,
      isProse,
    })
  }
  const own = values.filter(({ key }) => !fixedKey.test(key))
  return [
    ...[...passages.values()].map((pieces) => pieces.sort((a, b) => a.at - b.at)),
    own.map((value) => ({
      text: value.text,
      placeAt: () => value.place,
      quoted: [],
      describes: false,
      ends: false,
    })),
  ]
}

function join(pieces: readonly Piece[]): Passage {
  const starts: number[] = []
  const quoted: Span[] = []
  let text = ''
  for (const piece of pieces) {
    starts.push(text.length)
    for (const [from, to] of piece.quoted) {
      quoted.push({ from: text.length + from, to: text.length + to, describes: piece.describes })
    }
    text += `${piece.text}${piece.ends ? ' . ' : ' | '}`
  }
  const placeAt = (offset: number): Place => {
    const index = starts.findLastIndex((start) => start <= offset)
    return pieces[index]?.placeAt(offset - (starts[index] ?? 0)) ?? { line: 1, column: 1 }
  }
  return { text, placeAt, quoted, isProse: pieces[0]?.isProse ?? true }
}

function refuse({ text, placeAt, quoted, isProse }: Passage, report: RuleReport): void {
  const order = orderIn(text, isProse)
  if (order === undefined) return
  const span = quoted.find(({ from, to }) => from <= order.start && order.start + order.text.length <= to)
  if (span && (span.describes || order.isMark)) {
    // Quoted data may not hide an order that stands beside it.
    refuse({ text: blankSpans(text, [[span.from, span.to]], '·'), placeAt, quoted, isProse }, report)
    return
  }
  const shown = order.text.length > 80 ? `${order.text.slice(0, 80)}…` : order.text
  report(
    placeAt(order.start),
    `Unexpected ${order.kind}: \`${shown.trim()}\`, expected a description of the fix`,
  )
}

function orderIn(
  text: string,
  inProse: boolean,
): { start: number; text: string; kind: string; isMark: boolean } | undefined {
  const folded = fold(text)
  const found = findOrder(folded, inProse)
  const order = found ?? findMark(folded)
  return (
    order && {
      isMark: found === undefined,
      ...order,
      start: unfoldOffset(text, folded[order.form], order.form, order.index),
    }
  )
}

interface Language {
  readonly script: RegExp | undefined
  readonly phrases: readonly { readonly kind: string; readonly patterns: readonly RegExp[] }[]
}

let languages: readonly Language[] | undefined

/** Finds what only chat formats and their imitations have. */
function findMark({ own, latin }: Folded): Order | undefined {
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
  const { marks } = injections()
  const fill = (_: string, name: string, count?: string): string => {
    // Words in between, and characters of the same sentence for scripts without spaces.
    if (name === 'words') return `(?:[^\\s.!?:;|]{1,24} ){0,${count}}`
    if (name === 'near') return `[^。．.!?！？\\n]{0,${count}}`
    throw new Error(`data/injections.yaml has no part ${name}`)
  }
  return marks.map(({ script, phrases }) => ({
    script,
    phrases: phrases.map(({ kind, patterns }) => ({
      kind,
      patterns: patterns.map((source) => new RegExp(source.replace(/%(\w+)(?: (\d+))?%/g, fill), 'mu')),
    })),
  }))
}
