import type { Place } from '../model/problem.ts'
import { blankSpans } from '../model/text.ts'
import type { Check } from './rule.ts'

type Script = 'Latin' | 'Han' | 'Kana' | 'Hangul' | 'Cyrillic'

const scripts: readonly (readonly [Script, RegExp])[] = [
  ['Latin', /\p{sc=Latin}+/gu],
  ['Han', /\p{sc=Han}/gu],
  ['Kana', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Hangul', /\p{sc=Hangul}/gu],
  ['Cyrillic', /\p{sc=Cyrillic}+/gu],
]
const expectedScripts: Readonly<Record<string, readonly Script[]>> = {
  zh: ['Han'],
  ja: ['Kana', 'Han'],
  ko: ['Hangul'],
  ru: ['Cyrillic'],
}
/** Small words by which the Latin languages tell themselves apart. */
const smallWords: Readonly<Record<string, string>> = {
  en: 'the|is|are|and|with|this|that|from|which|does|not|when|it',
  de: 'der|die|das|und|ist|nicht|mit|ein|eine|wird|den|dem|wenn|sich',
  es: 'el|los|las|que|una|con|por|para|está|cuando|del|se|es',
  fr: 'le|les|des|est|une|dans|pour|avec|qui|sur|du|et|ne',
  pt: 'os|uma|não|com|para|que|está|quando|do|da|em|se|é',
}
const ascii = /^[\0-\x7f]*$/

/** How often any of the words stands in a text. What is ASCII needs no properties of Unicode, which take their time. */
function countOf(words: string): (text: string) => number {
  const whole = new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'giu')
  const plain = new RegExp(`(?<![a-z])(?:${words})(?![a-z])`, 'gi')
  return (text) => text.match(ascii.test(text) ? plain : whole)?.length ?? 0
}
const counters = Object.entries(smallWords).map(([lang, words]) => ({ lang, count: countOf(words) }))
const countForeign = new Map(
  Object.keys(smallWords).map((lang) => [
    lang,
    countOf(
      Object.entries(smallWords)
        .flatMap(([other, words]) => (other === lang ? [] : [words]))
        .join('|'),
    ),
  ]),
)
const fewestWords = 12

/** The language that a text is written in instead of the page’s own, if that is clear. */
export function foreignLanguage(text: string, lang: string): string | undefined {
  const counts = scriptCounts(text)
  const wanted = expectedScripts[lang]
  const latinWords = counts.Latin
  if (wanted) {
    const own = wanted.reduce((sum, script) => sum + counts[script], 0)
    return own === 0 && latinWords >= fewestWords && wordsOf('en', text) >= 3 ? 'en' : undefined
  }
  for (const [other, needed] of Object.entries(expectedScripts)) {
    const own = needed.reduce((sum, script) => sum + counts[script], 0)
    const enough = other === 'ru' ? fewestWords : fewestWords * 2
    if (own >= enough && own > latinWords * 2) return other
  }
  if (latinWords < fewestWords * 2) return undefined
  const needed = Math.max(fewestForeign, wordsOf(lang, text) * 3 + 1)
  // All the others at once first: nearly every text is in its own language.
  if ((countForeign.get(lang)?.(text) ?? needed) < needed) return undefined
  const [best] = counters
    .filter((counter) => counter.lang !== lang)
    .map((counter) => ({ lang: counter.lang, count: counter.count(text) }))
    .sort((a, b) => b.count - a.count)
  return best && best.count >= needed ? best.lang : undefined
}

const fewestForeign = 6

const wordsOf = (lang: string, text: string): number =>
  counters.find((counter) => counter.lang === lang)?.count(text) ?? 0

function scriptCounts(text: string): Record<Script, number> {
  const none = { Latin: 0, Han: 0, Kana: 0, Hangul: 0, Cyrillic: 0 }
  if (ascii.test(text)) return { ...none, Latin: text.match(/[a-z]+/gi)?.length ?? 0 }
  return Object.fromEntries(
    scripts.map(([name, pattern]) => [name, text.match(pattern)?.length ?? 0]),
  ) as Record<Script, number>
}

export const language: Check = {
  checkPage({ parsed, prose }, report) {
    const sections = new Map<string, { text: string; place: Place }>()
    for (const { section, text, quoted, placeAt } of prose) {
      // Quoted messages keep the language of the program.
      const words = blankSpans(text, quoted).replace(/["“«„「][^"”»“」]{4,400}["”»“」]/gu, ' ')
      const before = sections.get(section ?? '')
      sections.set(section ?? '', {
        text: `${before?.text ?? ''}\n${words}`,
        place: before?.place ?? placeAt(0),
      })
    }
    for (const { text, place } of sections.values()) {
      const other = foreignLanguage(text, parsed.lang)
      if (other === undefined) continue
      report(
        place,
        `Unexpected section in \`${other}\` on a page in \`${parsed.lang}\`, expected one language`,
      )
    }
  },
}
