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

/** Letters of the languages that have their own; a page in one of them has a few in each passage. */
const ownLetters: Readonly<Record<string, RegExp>> = {
  zh: /\p{sc=Han}/u,
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u,
  ko: /\p{sc=Hangul}/u,
  ru: /\p{sc=Cyrillic}/u,
}
const ascii = /^[\0-\x7f]*$/

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
  if (own === undefined) return ownLetters[lang]?.test(text) === false && isEnglish(text) ? text : undefined
  const foreign = ascii.test(text) ? undefined : foreignRun.exec(text)?.[0]
  if (foreign !== undefined) return foreign
  return text.split(/[.!?:;\n](?:\s|$)/).find((sentence) => {
    const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? []
    if (words.length < 10 || (sentence.match(/[,·(/=_]/g)?.length ?? 0) * 4 > words.length) return false
    return words.filter((word) => own.has(word)).length * 12 < words.length
  })
}

const isEnglish = (text: string): boolean => {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return words.length >= 12 && words.filter((word) => functionWords.en?.has(word)).length >= 3
}

/** The language of a text among those that pages may have: by its letters, else by its small words. */
export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const isIn = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) * 4 > letters
  if (isIn(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu)) return 'ja'
  for (const [lang, pattern] of [
    ['ko', /\p{sc=Hangul}/gu],
    ['zh', /\p{sc=Han}/gu],
    ['ru', /\p{sc=Cyrillic}/gu],
  ] as const)
    if (isIn(pattern)) return lang
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = Object.entries(functionWords).map(([lang, own]) => ({
    lang,
    count: words.filter((word) => own.has(word)).length,
  }))
  return counts.reduce(
    (best, each) => (each.count > best.count * 1.3 ? each : best),
    counts[0] ?? { lang: 'en', count: 0 },
  ).lang
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
  },
}
