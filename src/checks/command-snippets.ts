import type { Place } from '../model/problem.ts'
import { blankSpans } from '../model/text.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import { commandLines } from './command-lines.ts'
import { is, pattern } from './data.ts'
import {
  type CodePiece,
  isDescription,
  type Part,
  type Prose,
  type Reading,
  type Value,
} from './read-page.ts'
import { type Call, callsOf } from './shell-calls.ts'

/** A piece of a page that a reader may run, with the calls in it. */
export interface Snippet {
  readonly text: string
  readonly calls: readonly Call[]
  /** Those of the calls that are commands for certain, and not words that might be one. */
  readonly commands: readonly Call[]
  /** A message is what a program printed. */
  readonly kind: 'block' | 'inline' | 'prose' | 'message'
  readonly language: string
  /** Name that a `file=` block has, or nothing. */
  readonly file: string
  /** Is it run by `fixdex verify`? */
  readonly run: boolean
  readonly section: SectionKind | undefined
  readonly part: Part | undefined
  /** What the author says about its danger. */
  readonly caution: string | undefined
  readonly placeAt: (offset: number) => Place
}

export interface Finding {
  readonly offset: number
  /** The command or setting as it was read. */
  readonly found: string
  /** What it does, as a noun phrase. */
  readonly effect: string
  /** A harm that a reader may want, once it is said: a `caution` on the block makes it legitimate. */
  readonly forgivable?: boolean
  /** The list in `approved/` that would allow it. */
  readonly kind?: 'programs' | 'hosts' | 'packages'
}

/** Everything on a page that someone may run. */
export function readSnippets({ code, prose, values }: Reading): Snippet[] {
  return [
    ...code.flatMap(codeSnippet),
    ...prose.flatMap(wordsSnippets),
    ...values.filter(({ key }) => /^(?:title|errors|signs|summary)\b/.test(key)).map(valueSnippet),
  ]
}

function codeSnippet(piece: CodePiece): Snippet[] {
  const { text, inline, language, file = '', run, section, part, placeAt, caution } = piece
  const isMessage = isDescription(section) && run === undefined && isPrinted(piece)
  if (isMessage && !inline) return []
  const kind = isMessage ? 'message' : inline ? 'inline' : 'block'
  const found = isMessage ? noCalls : inline ? inlineCalls(text) : blockCalls(text, language, file)
  const place = { section, part, run: run !== undefined, placeAt }
  return [{ text, kind, language, file, caution, ...place, ...found }]
}

/** Whether code in Symptom or Root Cause is what a program printed. */
const isPrinted = ({ text, inline, language, file = '', part }: CodePiece): boolean =>
  inline
    ? part !== 'confirm' || /^[\w.'"-]+\s*[:=]/.test(text)
    : part !== 'confirm' && file === '' && !is('scriptLanguage', language)

function wordsSnippets({ text, quoted, section, part, placeAt }: Prose): Snippet[] {
  const place = { section, part, placeAt }
  const words = { ...inWords, text: blankSpans(text, quoted) }
  if (!isDescription(section)) return [{ ...words, ...place, ...sentenceCalls(words.text) }]
  const told = part === 'confirm' ? [] : quoted.filter(([start]) => !is('narrated', text.slice(0, start)))
  const commands = told.flatMap(([start, end]): Snippet[] => {
    const code = text.slice(start, end)
    if (!looksLikeCommand(code)) return []
    const at = (offset: number) => placeAt(start + offset)
    return [{ ...inWords, ...place, ...inlineCalls(code), text: code, kind: 'inline', placeAt: at }]
  })
  return [{ ...words, ...place }, ...commands]
}

function valueSnippet({ text, place }: Value): Snippet {
  const where = { section: undefined, part: undefined, placeAt: () => place }
  return { ...inWords, text, kind: 'message', ...where }
}

type Calls = Pick<Snippet, 'calls' | 'commands'>
/** Of words that tell what was seen. */
const noCalls: Calls = { calls: [], commands: [] }

const inWords = {
  ...noCalls,
  ...({ kind: 'prose', language: '', file: '', run: false, caution: undefined } as const),
}

/** One bare word runs nothing that any rule knows. */
function inlineCalls(text: string): Calls {
  const calls = /[\s;|&<>(){}$]/.test(text) ? callsOf(text) : []
  return { calls, commands: looksLikeCommand(text) ? calls : [] }
}

function blockCalls(text: string, language: string, file: string): Calls {
  const lines = commandLines(text, language, file).map(({ text: line, start, runs }) => ({
    runs,
    calls: shifted(callsOf(line), start),
  }))
  return {
    calls: lines.flatMap(({ calls }) => calls),
    commands: lines.flatMap(({ calls, runs }) => (runs ? calls : [])),
  }
}

/** Whether inline code is a command rather than a message, a setting or an expression: it starts with a name and has a switch. */
const looksLikeCommand = (text: string): boolean =>
  /^(?:\$ |sudo |\.{0,2}\/)?[a-z][\w./-]* (?![=:|<>(])/.test(text) &&
  /\s--?[A-Za-z]|^\S+ https?:|^sudo |^\.\//.test(text) &&
  !/[.!?:,…]$|\s(?:the|is|not|are|was|to|of|and|or|with|must|cannot|you|your|but|has)\s|^\S+:\s/.test(text)

const shifted = (calls: readonly Call[], by: number): Call[] =>
  by === 0 ? [...calls] : calls.map((call) => ({ ...call, start: call.start + by }))

/** What the index holds of a fix. */
export const indexSnippet = (fix: string, place: Place): Snippet => ({
  ...inWords,
  ...sentenceCalls(fix),
  ...{ text: fix, section: 'fix', part: undefined, placeAt: () => place },
})

/** A sentence may name a command without code around it. */
function sentenceCalls(text: string): Calls {
  const calls: Call[] = []
  let end = 0
  for (const { index } of text.matchAll(pattern('commandInSentence'))) {
    if (index < end) continue
    const stop = /[.!?](?=\s+\p{Lu})|\n\n|`/u.exec(text.slice(index, index + 400))
    const sentence = text.slice(index, index + (stop ? stop.index : 400)).replace(/\n/g, ' ')
    end = index + sentence.length
    calls.push(...shifted(callsOf(sentence, { lenient: true }), index))
  }
  return { calls, commands: [] }
}
