import { type Place, startOfFile } from '../model/problem.ts'
import { blankSpans } from '../model/text.ts'
import { injections, is, pattern } from './data.ts'
import { type Folded, fold, unfoldOffset } from './look-alikes.ts'
import { orderScore, type Sentence, sentencesIn } from './order-words.ts'
import { findOrder, type Order } from './orders.ts'
import { isDescription, type Reading } from './read-page.ts'
import { onPage, type RuleReport } from './rule.ts'

/** Text that is read on its own and together with its neighbours, because an order may be split over them. */
interface Piece {
  readonly text: string
  readonly placeAt: (offset: number) => Place
  readonly at: number
  /** Spans that are inline code, in which the marks of chat formats are data. */
  readonly quoted: readonly (readonly [number, number])[]
  /** Does it describe what was seen? Then whole orders in its inline code are data as well. */
  readonly describes: boolean
  readonly isProse: boolean
  /** Does a sentence end after it? Items and cells go on. */
  readonly ends: boolean
}

interface Passage extends Pick<Piece, 'text' | 'placeAt' | 'isProse'> {
  readonly quoted: readonly (readonly [from: number, to: number, describes: boolean])[]
  /** The text with inline code as dots. */
  readonly words: string
}

export const injection = onPage((page, report) => {
  for (const passage of passagesOf(page)) {
    const { isProse, words, placeAt } = passage
    if (refuse(passage, report) || !isProse || page.parsed.lang !== 'en') continue
    for (const { text, start } of sentencesIn(words)) {
      if (orderScore(text) < refusedFrom || page.approved.isSentence(text)) continue
      report(
        placeAt(start),
        `Unexpected sentence that sounds like an instruction to a model: \`${text.trim()}\`, expected a description of the fix`,
        approveHint,
      )
    }
  }
  for (const { section, part, text, quoted, placeAt } of page.prose) {
    if (part === 'confirm' || (section !== 'symptom' && section !== 'root-cause')) continue
    const match = imperative.exec(blankSpans(text, quoted, '·'))
    if (!match) continue
    report(
      placeAt(match.index),
      `Unexpected instruction in a description: \`${match[0].trim()}\`, expected what was seen and why it happens`,
      'Steps belong in Confirm, Fix or Verify. Put words that a program printed in backticks.',
    )
  }
})

/** Languages of fences that hold text. */
const inWords = /^(?:|text|txt|plain|plaintext|md|mdx|markdown|mdc|none|output|log)$/

const codeIn = (text: string): [number, number][] =>
  [...text.matchAll(/`[^`\n]+`/g)].map(({ 0: code, index }) => [index, index + code.length])

/** Symptom and Root Cause describe: whoever reads them is not told to do anything there. */
const imperative =
  /(?:^|[.!?] )(?:(?:please|now|first|then|next|also|just),? |before [^.,]{3,60}, )*(?:(?:run|execute|open|install) ·|(?:run|execute|open|install|paste|copy|download|upload|send|delete|disable|approve|follow|set|add|remove|use|call|visit|fetch|start|restart|do not|don't|never|make sure|ensure|remember) (?:to |that )?(?:the|an?|your|this|these|those|it|all|every|any|each|following)(?![\p{L}\p{N}]))/iu

/** Passages of a page in which no order may stand: each section, and the frontmatter. */
export function passagesOf({ prose, code, values }: Reading): Passage[] {
  const passages = new Map<string, Piece[]>()
  const add = (name: string | undefined, piece: Pick<Piece, 'text' | 'placeAt' | 'at'> & Partial<Piece>) => {
    const pieces = passages.get(name ?? '') ?? []
    pieces.push({ quoted: [], describes: false, isProse: true, ends: true, ...piece })
    passages.set(name ?? '', pieces)
  }
  for (const { text, quoted, placeAt, section, at, item } of prose)
    add(section, { text, placeAt, at, quoted, describes: isDescription(section), ends: !item })
  for (const { text, language, section, part, inline, caution, norun, quote, placeAt, at } of code) {
    const ahead = { placeAt: () => placeAt(0), at }
    for (const words of [caution ?? [], norun ?? []].flat()) add(section, { ...ahead, text: words })
    if (inline || quote !== undefined) continue
    const isProse = inWords.test(language)
    const remarks = isProse
      ? ''
      : [...text.matchAll(pattern('remarks'))].map(([, remark, words = '']) => remark ?? words).join('\n')
    if (remarks !== '') add(`comments of ${section}`, { ...ahead, text: remarks, quoted: codeIn(remarks) })
    const describes = isDescription(section) && part !== 'confirm'
    const before = describes ? prose.findLast((each) => each.at < at) : undefined
    if (describes && (!isProse || (before && is('quotesText', before.text)))) continue
    // The marks of chat formats are data in what a program printed.
    const quoted = describes ? [[0, text.length] as const] : []
    add(isProse ? section : `code of ${section}`, { text, placeAt, at, quoted, isProse })
  }
  for (const { key, text, place } of values) {
    if (/^(?:source|references)\b/.test(key)) continue
    const ends = /^(?:title|errors|signs|summary)\b/.test(key)
    add('frontmatter', { text, placeAt: () => place, at: 0, quoted: codeIn(text), ends })
  }
  return [...passages.values()].map((pieces) => join(pieces.sort((a, b) => a.at - b.at)))
}

function join(pieces: readonly Piece[]): Passage {
  const starts: number[] = []
  let text = ''
  const quoted = pieces.flatMap(({ text: own, ends, quoted, describes }) => {
    const start = text.length
    starts.push(start)
    text += `${own}${ends ? ' . ' : ' | '}`
    return quoted.map(([from, to]) => [start + from, start + to, describes] as const)
  })
  const placeAt = (offset: number): Place => {
    const index = starts.findLastIndex((start) => start <= offset)
    return pieces[index]?.placeAt(offset - (starts[index] ?? 0)) ?? startOfFile
  }
  return { text, placeAt, quoted, isProse: pieces[0]?.isProse ?? true, words: blankSpans(text, quoted, '·') }
}

/** Reports an order that a rule finds, and says whether there is one. */
function refuse(passage: Passage, report: RuleReport): boolean {
  const { text, placeAt, quoted } = passage
  const folded = fold(text)
  const order = findOrder(folded) ?? findMark(folded)
  if (order === undefined) return false
  const start = unfoldOffset(text, folded[order.form], order.form, order.index)
  const span = quoted.find(([from, to]) => from <= start && start + order.text.length <= to)
  const [, , describes = false] = span ?? []
  // Quoted data must not hide an order next to it.
  if (span && (describes || order.isMark))
    return refuse({ ...passage, text: blankSpans(text, [span], '·') }, report)
  const found = `Unexpected ${order.kind}: \`${shorten(order.text)}\``
  report(placeAt(start), `${found}, expected a description of the fix`)
  return true
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text).trim()

/** The score from which a sentence is refused, and from which its reviewer is told. */
const refusedFrom = 1.8
const doubtfulFrom = -0.5

/** Sentences that may be orders, for a person to judge. */
export const doubtfulIn = (reading: Reading): Sentence[] =>
  passagesOf(reading)
    .filter(({ isProse }) => isProse)
    .flatMap(({ words }) => sentencesIn(words).filter(({ text }) => orderScore(text) >= doubtfulFrom))

const approveHint =
  'Describe the failing program instead of addressing the reader. If the sentence is needed as it is, add it verbatim to content/approved/sentences.yaml; a reviewer decides.'

/** Finds what only chat formats and their imitations have. */
function findMark({ own, latin }: Folded): Order | undefined {
  for (const { script, phrases } of injections().marks) {
    if (script?.test(own) === false) continue
    const form = script ? 'own' : 'latin'
    for (const { kind, patterns } of phrases) {
      for (const pattern of patterns) {
        const match = pattern.exec(script ? own : latin)
        if (match) return { isMark: true, kind, form, index: match.index, text: match[0] }
      }
    }
  }
  return undefined
}
