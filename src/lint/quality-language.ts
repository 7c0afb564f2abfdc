import type { Place } from '../model/problem.ts'
import type { Rule } from './rule.ts'

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
const smallWords: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|is|are|and|with|this|that|from|which|does|not|when|it)\b/giu,
  de: /(?<!\p{L})(?:der|die|das|und|ist|nicht|mit|ein|eine|wird|den|dem|wenn|sich)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:el|los|las|que|una|con|por|para|está|cuando|del|se|es)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|les|des|est|une|dans|pour|avec|qui|sur|du|et|ne)(?!\p{L})/giu,
  pt: /(?<!\p{L})(?:os|uma|não|com|para|que|está|quando|do|da|em|se|é)(?!\p{L})/giu,
}
const fewestWords = 12

/** The language that a text is written in instead of the page’s own, if that is clear. */
export function foreignLanguage(text: string, lang: string): string | undefined {
  const counts = Object.fromEntries(
    scripts.map(([name, pattern]) => [name, text.match(pattern)?.length ?? 0]),
  ) as Record<Script, number>
  const wanted = expectedScripts[lang]
  const latinWords = counts.Latin
  if (wanted) {
    const own = wanted.reduce((sum, script) => sum + counts[script], 0)
    const english = text.match(smallWords.en ?? /$^/)?.length ?? 0
    return own === 0 && latinWords >= fewestWords && english >= 3 ? 'en' : undefined
  }
  for (const [other, needed] of Object.entries(expectedScripts)) {
    const own = needed.reduce((sum, script) => sum + counts[script], 0)
    const enough = other === 'ru' ? fewestWords : fewestWords * 2
    if (own >= enough && own > latinWords * 2) return other
  }
  if (latinWords < fewestWords * 2) return undefined
  const shares = Object.entries(smallWords).map(([other, pattern]) => ({
    other,
    count: text.match(pattern)?.length ?? 0,
  }))
  const mine = shares.find(({ other }) => other === lang)?.count ?? 0
  const [best] = shares.sort((a, b) => b.count - a.count)
  return best && best.other !== lang && best.count >= 6 && best.count > mine * 3 ? best.other : undefined
}

export const qualityLanguage: Rule = {
  code: 'quality/language',
  why: 'A page is in one language, the one it declares: that is the language that its readers search in and its screen reader speaks.',
  good: [
    { environment: 'Проверено на macOS 14.' },
    { fix: 'Setze `PATH`, siehe https://example.org. The message is: ' },
  ],
  bad: [
    {
      cause:
        'Приложение не читает оболочку входа, поэтому в переменной нет папки с Node, и запуск сервера завершается ошибкой сразу после старта программы.',
    },
    {
      cause:
        'Die App liest die Shell nicht, und der Pfad ist leer, weil das Programm mit einer anderen Umgebung startet; wenn die Shell nicht gelesen wird, ist der Ordner nicht da.',
    },
  ],
  check(parsed, report, _labels, { prose }) {
    const sections = new Map<string, { text: string; place: Place }>()
    for (const { section, text, quoted, placeAt } of prose) {
      // Quoted messages keep the language of the program.
      const words = quoted
        .reduceRight((rest, [start, end]) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
        .replace(/["“«„「][^"”»“」]{4,400}["”»“」]/gu, ' ')
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
        'quality/language',
        place,
        `Unexpected section in \`${other}\` on a page in \`${parsed.lang}\`, expected one language`,
        {
          severity: 'warning',
          hint: 'Translate the section, or set `lang` to the language of the page.',
        },
      )
    }
  },
}
