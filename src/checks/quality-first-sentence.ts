import { placeOf } from '../model/document.ts'
import { collapse, fixLength } from '../model/text.ts'
import type { Rule } from './rule.ts'

const sentenceEnd = /[.!?](?=["'”’)\]]?(?:\s|$))|[。！？]/gu
/** Abbreviations whose point ends no sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|z\.B|d\.h|u\.a|p\.ej|c\.-à-d|т\.е|т\.д|Nr|No|v\d+|(?<=^|\s)\d)|\s\p{L})$/u
const pointing =
  /\b(?:see|as described|described|shown|listed|follow the steps?|steps?|instructions|commands?) (?:below|above|in the next|that follow)|\bas follows\b|\bthe following\b[^.]{0,40}:|\bit depends\b|见下|如下|以下の(?:手順|とおり|通り)|아래(?:와 같이|를 참고|의 단계)|siehe unten|wie folgt|ver abajo|a continuación:|voir ci-dessous|comme suit|см\. ниже|следующ(?:ее|им образом):/iu

/** Why the first sentence of Fix does not stand alone, or undefined. */
export function firstSentenceProblem(fixText: string): string | undefined {
  const text = collapse(fixText)
  const head = text.slice(0, fixLength)
  const end = [...head.matchAll(sentenceEnd)].find(({ index }) => !abbreviation.test(head.slice(0, index)))
  if (end === undefined)
    return text.length <= fixLength ? undefined : `first sentence that is longer than ${fixLength} characters`
  const sentence = head.slice(0, end.index + 1)
  const colon = /[:：]\s*$/u.test(sentence)
  if (colon) return 'colon that ends the first sentence'
  const pointer = pointing.exec(sentence)?.[0]
  return pointer === undefined ? undefined : `first sentence that says \`${pointer}\``
}

export const qualityFirstSentence: Rule = {
  code: 'quality/first-sentence',
  why: 'The index holds the first 200 characters of Fix, and many agents read no more: one sentence that is the fix, with the command or setting in it.',
  good: [
    { fix: 'Run exactly one poller per token: stop the other process with `pm2 delete bot`. Then restart.' },
    { fix: 'Upgrade to 1.2.3 with `npm install -g tool@1.2.3`.\n\nThe older release has no such key.' },
  ],
  bad: [
    { fix: 'Do the following:\n\n1. Stop it.\n2. Start it.' },
    { fix: 'There are several causes, so follow the steps below. Then restart it.' },
    { fix: `Set the key ${'and then the other key of the same name in the file '.repeat(5)}.` },
  ],
  check(parsed, report, _labels, { prose }) {
    if (parsed.kind !== 'solution') return
    const fix = parsed.sections.find(({ kind }) => kind === 'fix')
    const [first, second] = fix?.children ?? []
    if (fix === undefined || first === undefined) return
    const texts = prose.filter(({ section }) => section === 'fix').map(({ text }) => collapse(text))
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
    report(
      'quality/first-sentence',
      placeOf(first),
      `Unexpected ${problem}, expected one that is the fix by itself`,
      {
        severity: 'warning',
        hint: 'Begin with the action, the command or setting inline, and end the sentence before 200 characters. Steps come after it.',
      },
    )
  },
}
