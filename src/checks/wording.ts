import { once } from '../model/once.ts'
import { blankSpans, collapse } from '../model/text.ts'
import { is, pattern, wordings } from './data.ts'
import { ascii } from './look-alikes.ts'
import { type Check, type Checks, onPage, onSolution, type PageView } from './rule.ts'

/** Why a text looks made for searches and not for readers, or undefined. */
function stuffing(text: string, isTitle: boolean): string | undefined {
  const { small } = wordings()
  const words = text.toLowerCase().match(/[\p{L}\p{N}_'.-]{2,}/gu) ?? []
  if (words.length < 6) return undefined
  const counts = new Map<string, number>()
  for (const word of words)
    if (word.length > 2 && !small.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [word, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? ['', 0]
  if (isTitle) {
    if (count >= 4) return `word \`${word}\` ${count} times`
    const items = text.split(/[,;|/•·]\s|\s[|/•·]\s/).filter((item) => item.trim() !== '')
    const isList = items.length >= 7 && items.every((item) => item.trim().split(/\s+/).length <= 3)
    return isList ? `list of ${items.length} keywords` : undefined
  }
  if (words.length < 40) return undefined
  if (count >= 12 && count / words.length > 0.2) return `word \`${word}\` ${count} times in ${words.length}`
  const latin = (text.match(/[a-z]/gi)?.length ?? 0) / text.length > 0.5
  const sentences = text.match(/[.!?:](?:\s|$)/g)?.length ?? 0
  const smallShare = words.filter((each) => small.has(each)).length / words.length
  const isRow = latin && smallShare < 0.03 && sentences <= words.length / 60
  return isRow ? `row of ${words.length} keywords without a sentence` : undefined
}

/** Letters of the languages that have their own; a page in one of them has a few in each passage. */
const ownLetters: Readonly<Record<string, RegExp>> = {
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}]/gu,
  ko: /\p{sc=Hangul}/gu,
  zh: /\p{sc=Han}/gu,
  ru: /\p{sc=Cyrillic}/gu,
}
/** A sentence with next to none of its language's function words, though it is no list; or one in another script. */
export function foreignSentence(text: string, lang: string, isName = false): string | undefined {
  const own = wordings().functionWords[lang]
  if (own === undefined) {
    const letters = ownLetters[lang === 'ja' && /\p{sc=Han}/u.test(text) ? 'zh' : lang]
    return letters && text.search(letters) === -1 && isEnglish(text) ? text : undefined
  }
  const foreign = ascii.test(text) ? undefined : pattern('foreignRun').exec(text)?.[0]
  if (foreign !== undefined) return foreign
  return text.split(/[.!?:;\n](?:\s|$)/).find((sentence) => {
    const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? []
    if (isInAnother(words, lang)) return true
    if (isName || words.length < 10 || (sentence.match(/[,·(/=_]/g)?.length ?? 0) * 4 > words.length)
      return false
    return words.filter((word) => own.has(word)).length * 12 < words.length
  })
}

/** English text with twice as many function words that only another language has as it has of its own. */
function isInAnother(words: readonly string[], lang: string): boolean {
  if (lang !== 'en') return false
  const { en: own = new Set(), ...others } = wordings().functionWords
  const count = words.filter((word) => own.has(word)).length
  return Object.values(others).some((other) => {
    const found = new Set(words.filter((word) => word.length > 1 && other.has(word) && !own.has(word))).size
    return found >= 2 && found >= 2 * count && found * 6 >= words.length
  })
}

const isEnglish = (text: string): boolean => {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return words.length >= 12 && words.filter((word) => wordings().functionWords.en?.has(word)).length >= 3
}

/** The language of a text among those that pages may have: by its letters, else by its small words. */
export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const byLetters = Object.entries(ownLetters).find(
    ([, pattern]) => (text.match(pattern)?.length ?? 0) * 4 > letters,
  )
  if (byLetters) return byLetters[0]
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = Object.entries(wordings().functionWords).map(([lang, own]) => ({
    lang,
    count: words.filter((word) => own.has(word)).length,
  }))
  return counts.reduce((best, each) => (each.count > best.count * 1.3 ? each : best)).lang
}

/** Sentences in another language than that of their page, and whether the page as a whole is in another. Two rules ask. */
const foreignIn = once(({ parsed, prose, values }: PageView) => {
  // The titles of translations are messages in English.
  const named = values
    .filter(({ key }) => parsed.lang === 'en' && /^(?:title|summary|signs)\b/.test(key))
    .map(({ text, place }) => ({ words: text, placeAt: () => place, section: undefined }))
  const passages = prose.map(({ text, quoted, placeAt, section }) => ({
    words: blankSpans(text, quoted, '·').replace(pattern('quotation'), '·'),
    placeAt,
    section,
  }))
  const found = [...named, ...passages].flatMap(({ words, placeAt, section }) => {
    const sentence = foreignSentence(words, parsed.lang, section === undefined)
    if (sentence === undefined) return []
    const mayBeData = section === 'root-cause' && is('ofNoPage', sentence)
    return { sentence, mayBeData, place: placeAt(Math.max(0, words.indexOf(sentence))) }
  })
  const isOf = (text: string) => languageOf(text) === parsed.lang
  // A title and text in one other language: the page lacks its `lang`.
  const isOther =
    found.length > 0 &&
    (!isOf(passages.map(({ words }) => words).join(' ')) || (found.length > 1 && !isOf(parsed.data.title)))
  return { found, isOther }
})

/** Text in another language than that of its page: of a page that is in another as a whole, or of some sentences. */
const language = (isWhole: boolean): Check => ({
  checkPage(page, report) {
    const { found, isOther } = foreignIn(page)
    for (const { sentence, mayBeData, place } of found) {
      if (isWhole !== (isOther || mayBeData)) continue
      report(
        place,
        `Unexpected sentence in another language than \`${page.parsed.lang}\`: \`${sentence.trim().slice(0, 60)}\`, expected one language`,
        'Translate it, or put what a program printed in backticks.',
      )
    }
  },
})

export const wordingChecks = {
  'quality/boilerplate': onSolution(({ parsed, prose, code }, report) => {
    // A look at the whole page first: nearly every page has none.
    const whole = parsed.document.text
    const line = collapse(whole)
    const phrases = wordings().phrases.filter(({ pattern }) => pattern.test(line) || pattern.test(whole))
    if (phrases.length === 0) return
    const notes = code.filter(({ inline, language }) => !inline && /^(?:text|md|markdown)$/.test(language))
    for (const piece of [...prose, ...notes.map((note) => ({ ...note, quoted: [] }))]) {
      const { text, quoted, placeAt } = piece
      const plain = collapse(text)
      for (const { pattern, kind, proseOnly } of phrases) {
        const match = pattern.exec(plain)
        if (!match || (proseOnly && 'language' in piece)) continue
        const offset = Math.max(0, text.indexOf(match[0].trim()))
        if (quoted.some(([start, end]) => start <= offset && offset < end)) continue
        const found = match[0].trim()
        const message = `Unexpected ${kind}: \`${found}\`, expected text about this error alone`
        const hint = found === 'TODO:' ? 'Replace the line with what it asks for, or remove it.' : undefined
        report(placeAt(offset), message, hint)
      }
    }
  }),

  'text/stuffing': onPage(({ parsed: { data, keyPlace }, prose }, report) => {
    const title = stuffing(data.title, true)
    const otherwise = 'Write the error as it is printed; other wordings are further lines of `errors`.'
    if (title)
      report(keyPlace('title'), `Unexpected ${title} in the title, expected the name of one error`, otherwise)
    for (const { section, text, quoted, placeAt } of prose) {
      const found = section === 'symptom' && stuffing(blankSpans(text, quoted), false)
      const message = `Unexpected ${found}, expected what somebody saw`
      if (found) report(placeAt(0), message, 'Describe the symptom in sentences.')
    }
  }),

  'quality/language': language(true),
  'text/language': language(false),
} satisfies Checks
