import { toString as textOf } from 'mdast-util-to-string'
import { bare, holdsMessage, isNamed, leadOf } from '../model/branches.ts'
import { placeOf } from '../model/document.ts'
import { collapse, fixLength } from '../model/text.ts'
import type { SectionKind } from '../model/vocabulary.ts'
import { is, pattern } from './data.ts'
import type { CodePiece, Prose } from './read-page.ts'
import { type Checks, onSolution } from './rule.ts'

const textsIn = (section: SectionKind, pieces: readonly (Prose | CodePiece)[]): string[] =>
  pieces.flatMap((piece) => (piece.section === section ? piece.text : []))

const sentenceEnd = /[.!?](?=["'”’)\]]?(?:\s|$))|[。！？]/gu

/** Why the first sentence of Fix does not stand alone, or undefined. */
function firstSentenceProblem(fixText: string): string | undefined {
  const text = collapse(fixText)
  const head = text.slice(0, fixLength)
  const end = [...head.matchAll(sentenceEnd)].find(({ index }) => !is('abbreviation', head.slice(0, index)))
  if (end === undefined)
    return text.length <= fixLength ? undefined : `first sentence that is longer than ${fixLength} characters`
  const sentence = head.slice(0, end.index + 1)
  const pointer = pattern('pointing').exec(sentence)?.[0]
  return pointer === undefined ? undefined : `first sentence that says \`${pointer}\``
}

const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]{3,}/gu) ?? []

/** A page that hardly has a wording's words says nothing about it; a quarter of them are those of any sentence. */
const leastShare = 1 / 3

/** Whether a text has a name that no longer one contains: `gpt-4` is not in `gpt-4o`, `gpt-4.1` or `my-gpt-4`. */
const hasName = (text: string, name: string): boolean =>
  text
    .split(name)
    .some(
      (after, index, parts) =>
        index > 0 && !/[\w.-]$/.test(parts[index - 1] ?? '') && !/^(?:[\w-]|\.\d)/.test(after),
    )

export const qualityChecks = {
  /** Every wording and product is about something in the body; where each option is for some wordings, none is left over. */
  'quality/branch': onSolution(({ parsed, prose, nodes }, report) => {
    const { title, errors = [], signs = [], see = {}, affects = [], source, references = [] } = parsed.data
    const refuse = (key: string, message: string) => report(parsed.keyPlace(key), message)
    const text = [title, ...nodes.flatMap((node) => ('value' in node ? node.value : []))].join('\n')
    let body: ReadonlySet<string> | undefined
    for (const wording of errors) {
      const words = [...new Set(wordsIn(wording))]
      // Most pages quote it; then only its first and last word may be parts of longer ones.
      if (words.length === 0 || (words.length > 2 && text.includes(wording))) continue
      body ??= new Set(wordsIn(text))
      if (words.filter((word) => body?.has(word)).length / words.length >= leastShare) continue
      refuse(
        'errors',
        `Unexpected wording \`${wording}\`, expected an option or sentence about it in the body`,
      )
    }
    const named = [text, ...errors, ...signs, source, ...references].join('\n').toLowerCase()
    for (const { product } of affects)
      if (
        !product
          .toLowerCase()
          .match(/[\p{L}\p{N}]{2,}/gu)
          ?.some((word) => named.includes(word))
      )
        refuse(
          'affects',
          `Unexpected product \`${product}\`, expected one that the body, a wording or a source names`,
        )
    const headings = nodes.flatMap((node) => {
      if (node.type !== 'heading' || node.depth !== 3) return []
      const quotes = node.children.flatMap((child) => (child.type === 'inlineCode' ? child.value : []))
      return { text: textOf(node), quotes }
    })
    const wordings = [...errors, ...signs]
    for (const [name, parts] of Object.entries(see)) {
      if (!headings.some(({ text }) => isNamed(text, name)))
        refuse('see', `Unexpected \`${name}\` in \`see\`, expected the beginning of a third-level heading`)
      for (const part of parts.filter((part) => !wordings.some((wording) => wording.includes(part))))
        refuse(
          'see',
          `Unexpected \`${part}\` in \`see\`, expected a part of a wording in \`errors\` or \`signs\``,
        )
    }
    const leads = errors.map((wording) => leadOf(wording, { see, wordings, headings }))
    const titles = prose.flatMap((piece) => (piece.part === 'option' ? piece.text : []))
    const options = headings.filter(({ text }) => titles.includes(text))
    const left = errors[leads.indexOf(undefined)]
    if (left !== undefined && options.length > 1 && options.every((option) => leads.includes(option)))
      refuse(
        'errors',
        `Missing wording \`${left}\` in \`see\`, expected the option that it leads to, as for the others`,
      )
  }),

  /** Code of Confirm and Fix uses nothing that its vendor had retired on the day of the review, unless the page is about that. */
  'quality/retired': onSolution(({ parsed, prose, code, approved }, report) => {
    const { title, reviewed = '' } = parsed.data
    const about = [title, ...textsIn('symptom', [...prose, ...code])].join('\n')
    const used = code.filter(
      ({ section, part }) => part === 'confirm' || (section === 'fix' && part !== 'do-not'),
    )
    for (const { vendor, date, source, names } of approved.retired.filter(({ date }) => date <= reviewed))
      for (const name of names) {
        const piece = used.find(({ text }) => hasName(text, name))
        if (piece === undefined || hasName(about, name)) continue
        const message = `Unexpected \`${name}\`, which ${vendor} retired on ${date}, expected its successor`
        report(piece.placeAt(Math.max(0, piece.text.indexOf(name))), message, `See ${source}.`)
      }
  }),

  'quality/title': onSolution(({ parsed }, report) => {
    const { title } = parsed.data
    // Some messages ask: “Is the docker daemon running?”
    const printed = (parsed.data.errors ?? []).some((message) => /[?？]/u.test(message))
    const question = /[?？]\s*$/u.test(title) && !printed
    const found =
      pattern('noError').exec(title)?.[0] ??
      pattern('advertisement').exec(title)?.[0] ??
      (question ? '?' : undefined)
    if (found === undefined) return
    report(parsed.keyPlace('title'), `Unexpected \`${found.trim()}\` in the title, expected the error itself`)
  }),

  'quality/symptom': onSolution(({ parsed, prose, code }, report) => {
    const { title, errors } = parsed.data
    const symptom = parsed.sections.find(({ kind }) => kind === 'symptom')
    if (errors === undefined || symptom === undefined) return
    const text = bare([title, ...textsIn('symptom', [...prose, ...code])].join(' \n '))
    // A quoted part of a message identifies it as well, where the whole is long.
    const quotes = textsIn('symptom', code).flatMap((quote) => quote.split(/…|\.{3}/u).map(bare))
    const isThere = errors
      .map(bare)
      .some(
        (message, index) =>
          holdsMessage(text, errors[index] ?? '') ||
          (message.length > 40 && text.includes(message.slice(0, 40))) ||
          quotes.some((quote) => quote.length >= 12 && message.includes(quote.replace(/[.:,;]$/, ''))),
      )
    if (isThere) return
    report(
      symptom.place,
      'Missing message in Symptom, expected one of `errors` as it is printed',
      `Begin the first bullet with the literal message: \`${(errors[0] ?? '').slice(0, 80)}\`.`,
    )
  }),

  'quality/first-sentence': onSolution(({ parsed, prose }, report) => {
    const fix = parsed.sections.find(({ kind }) => kind === 'fix')
    const [first, second] = fix?.children ?? []
    if (fix === undefined || first === undefined) return
    const texts = textsIn('fix', prose).map(collapse)
    const opening = first.type === 'paragraph' ? (texts[0] ?? '') : texts.join(' ')
    const dangles =
      first.type === 'paragraph' &&
      /[:：]$/u.test(opening) &&
      second !== undefined &&
      !/[.!?。！？]/u.test(opening.slice(0, -1))
    const problem = dangles
      ? 'colon that ends the first sentence'
      : firstSentenceProblem(opening.length > fixLength ? opening : texts.slice(0, 3).join(' '))
    if (problem === undefined) return
    report(placeOf(first), `Unexpected ${problem}, expected one that is the fix by itself`)
  }),

  'quality/nothing-to-do': onSolution(({ parsed, prose, code }, report) => {
    if (parsed.data.withdrawn !== undefined) return
    const fix = parsed.sections.find(({ kind }) => kind === 'fix')
    if (fix === undefined || code.some(({ section }) => section === 'fix')) return
    if (is('concrete', textsIn('fix', prose).join(' '))) return
    report(fix.place, 'Missing step in Fix, expected a command, setting, file or version')
  }),
} satisfies Checks
