import type { Place } from '../model/problem.ts'
import { blankSpans, collapse } from '../model/text.ts'
import type { Check, Checks } from './rule.ts'

/** Sentences that fit every page, and what forms and chat models leave behind. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:I hope this helps|hope (?:this|that) helps|let me know if|feel free to|don't hesitate|happy (?:coding|hacking|debugging)|as an AI language model|in conclusion|in summary,|to summari[sz]e,|it is (?:important|worth) (?:to note|noting)|it's (?:important|worth) (?:to note|noting)|please note that|delve into|in today's (?:fast-paced|digital)|this comprehensive guide|whether you(?:'re| are) a (?:beginner|seasoned)|look no further)\b/i,
    'filler',
  ],
  [
    /\b(?:authentication credential mismatch|API rate limit reached: too many requests within the allowed window|the (?:error|issue|problem) (?:is|can be|may be|might be) caused by (?:a )?(?:variety|number|multiple|several) (?:of )?(?:factors|reasons|causes|issues)|(?:misconfigur(?:ation|ed settings)|incorrect configuration) (?:or|and) (?:missing|outdated) (?:dependencies|packages)|update your configuration(?: accordingly)?\.|check your (?:settings|configuration|setup)\.|make sure everything is (?:set up|configured|installed) (?:correctly|properly)|ensure (?:that )?(?:all|your) (?:settings|configurations?|dependencies) (?:are|is) (?:correct|properly|up to date)|follow best practices|contact (?:customer )?support for (?:further|more) (?:assistance|help)|resolve the (?:underlying )?issue by (?:fixing|addressing) (?:it|the (?:issue|problem))|try again later\.$)/i,
    'sentence that fits every error',
  ],
  [
    /(?:^|\n)[^\S\n]*(?:#{1,4} |\*\*)?(?:describe the bug|to reproduce|steps to reproduce|expected (?:behaviou?r|result)|actual (?:behaviou?r|result)|additional context|screenshots?|what happened\??|what did you expect(?: to happen)?\??|is there an existing issue for this\??|relevant log output|version information|code of conduct|preflight checklist|bug description|operating system \(?required\)?)(?:\*\*)?[^\S\n]*(?::[^\S\n]*)?(?:$|\n)/i,
    'heading of an issue form',
  ],
  [
    /(?:^|\n|- )(?:\[[x ]\] )?I(?:'ve| have)? (?:searched (?:the )?(?:existing |open )*issues|read the (?:docs|documentation|FAQ|contributing)|agree to|confirm(?:ed)? that)\b|_No response_|<!--\s*(?:Please|Describe)|\b(?:lorem ipsum|TODO:|FIXME:|XXX:|TBD\b|\[insert [a-z ]+\]|your (?:title|text|description) here)/i,
    'rest of a form or draft',
  ],
]

const qualityBoilerplate: Check = {
  checkPage({ parsed, prose, code }, report) {
    if (parsed.kind !== 'solution') return
    // A look at the whole page first: nearly every page has none.
    const { text } = parsed.document
    const line = collapse(text)
    if (!phrases.some(([pattern]) => pattern.test(line) || pattern.test(text))) return
    for (const { text, quoted, placeAt } of [
      ...prose,
      ...code
        .filter(({ inline, language }) => !inline && /^(?:text|md|markdown)$/.test(language))
        .map((piece) => ({ ...piece, quoted: [] })),
    ]) {
      const plain = collapse(text)
      for (const [pattern, kind] of phrases) {
        const match = pattern.exec(plain)
        if (!match) continue
        const offset = Math.max(0, text.indexOf(match[0].trim()))
        if (quoted.some(([start, end]) => start <= offset && offset < end)) continue
        report(
          placeAt(offset),
          `Unexpected ${kind}: \`${match[0].trim()}\`, expected what holds for this error alone`,
        )
      }
    }
  },
}

/** Words that make a text a sentence; a text without any is a heap of keywords. */
const small = new Set(
  `a an the is are was were be to of in on at by for from with without and or not no it its this that when after before if as but
  than then can cannot can't has have had does do did will would you your which who how why there here because while until into
  el la los las de que en y no se con por para un una es del der die das und ist nicht mit ein eine zu von im den dem wird le les
  des et est pas une dans pour avec sur du au`.split(/\s+/),
)

export interface Stuffing {
  readonly found: string
}

/** Why a text looks made for searches and not for readers, or undefined. */
export function stuffing(text: string, isTitle: boolean): Stuffing | undefined {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_'.-]{2,}/gu) ?? []
  if (words.length < 6) return undefined
  const counts = new Map<string, number>()
  for (const word of words)
    if (word.length > 2 && !small.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [word = '', count = 0] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [
    '',
    0,
  ] as [string, number])
  if (isTitle) {
    if (count >= 4) return { found: `word \`${word}\` ${count} times` }
    const items = text.split(/[,;|/•·]\s|\s[|/•·]\s/).filter((item) => item.trim() !== '')
    if (items.length >= 7 && items.every((item) => item.trim().split(/\s+/).length <= 3))
      return { found: `list of ${items.length} keywords` }
    return undefined
  }
  if (words.length < 40) return undefined
  if (count >= 12 && count / words.length > 0.2)
    return { found: `word \`${word}\` ${count} times in ${words.length}` }
  const latin = (text.match(/[a-z]/gi)?.length ?? 0) / text.length > 0.5
  const sentences = text.match(/[.!?:](?:\s|$)/g)?.length ?? 0
  const smallShare = words.filter((each) => small.has(each)).length / words.length
  if (latin && smallShare < 0.03 && sentences <= words.length / 60)
    return { found: `row of ${words.length} keywords without a sentence` }
  return undefined
}

const stuffed: Check = {
  checkPage({ parsed: { data, keyPlace }, prose }, report) {
    const title = stuffing(data.title, true)
    if (title) {
      report(
        keyPlace('title'),
        `Unexpected ${title.found} in the title, expected the name of one error`,
        'Write the error as it is printed; other wordings are further lines of `errors`.',
      )
    }
    for (const { section, text, quoted, placeAt } of prose) {
      if (section !== 'symptom') continue
      const found = stuffing(blankSpans(text, quoted), false)
      if (found) {
        const message = `Unexpected ${found.found}, expected what somebody saw`
        report(placeAt(0), message, 'Describe the symptom in sentences.')
      }
    }
  },
}

export const wordingChecks = {
  'quality/boilerplate': qualityBoilerplate,
  'text/stuffing': stuffed,
} satisfies Checks

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

/** Words without which hardly a sentence is written, by the languages that pages may have. */
const functionWords: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'a about after again all also an and any are as at be because been before between both but by can could did do does each even for from had has have how if in into is it its just may more must no not of off on one only or other our out over per same should so some still such than that the their them then there these they this those to too under until up was we were what when where which while who why will with without would you your',
    de: 'als an auch auf aus bei bis da das dass dem den der des die durch ein eine einem einen einer er es für haben hat im in ist kann kein keine man mit nach nicht noch nur oder ohne sich sie sind so um und von vor war wenn werden wie wird zu zum zur über',
    es: 'al como con cuando de del desde el en entre es esta este está hay la las le lo los más no o para pero por que se si sin son su sus un una y ya',
    fr: 'a au aux avec ce cette comme d dans de des du elle en est et il l la le les n ne on ou où par pas plus pour quand que qui s sa sans se ses si son sont sur un une y',
    pt: 'a ao as com como da das de do dos e em esta este há mais mas na nas no nos não o os ou para por quando que se sem seu sua são um uma à é',
  }).map(([lang, words]) => [lang, new Set(words.split(' '))]),
)
/** Three words, or six signs, of a script that no Latin language has. */
const foreignRun =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{6}|(?:[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Hangul}\p{M}]{2,20}[ ,]{1,2}){3}/u
const quotation = /["“«„「][^"”»“」]{4,400}["”»“」]/gu

/** A sentence with next to none of its language's function words, though it is no list; or one in another script. */
export function foreignSentence(text: string, lang: string): string | undefined {
  const own = functionWords[lang]
  if (own === undefined) return undefined
  const foreign = ascii.test(text) ? undefined : foreignRun.exec(text)?.[0]
  if (foreign !== undefined) return foreign
  return text.split(/[.!?:;\n](?:\s|$)/).find((sentence) => {
    const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? []
    if (words.length < 10 || (sentence.match(/[,·(/=_]/g)?.length ?? 0) * 4 > words.length) return false
    return words.filter((word) => own.has(word)).length * 12 < words.length
  })
}

export const language: Check = {
  checkPage({ parsed, prose }, report) {
    for (const { text, quoted, placeAt } of prose) {
      const words = blankSpans(text, quoted, '·').replace(quotation, '·')
      const sentence = foreignSentence(words, parsed.lang)
      if (sentence === undefined) continue
      const shown = sentence.trim().slice(0, 60)
      report(
        placeAt(Math.max(0, words.indexOf(sentence))),
        `Unexpected sentence in another language than \`${parsed.lang}\`: \`${shown}\`, expected one language`,
        'Translate it, or put what a program printed in backticks.',
      )
    }
    const sections = new Map<string, { text: string; place: Place }>()
    for (const { section, text, quoted, placeAt } of prose) {
      // Quoted messages keep the language of the program.
      const words = blankSpans(text, quoted).replace(quotation, ' ')
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
