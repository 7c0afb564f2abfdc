import type { Rule } from './rule.ts'

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

export const stuffed: Rule = {
  code: 'text/stuffing',
  why: 'A title or symptom that holds every word somebody might search for is found by those whose error it is not.',
  good: [
    { title: 'TypeError: can’t read "map" of undefined, then the list of the list is empty' },
    {
      symptom:
        '- `ECONNREFUSED 127.0.0.1:3000`, `ECONNREFUSED ::1:3000`, `ECONNRESET`, `ETIMEDOUT` in the log.',
    },
  ],
  bad: [
    { title: 'timeout error, timeout fix, timeout npm, timeout docker, timeout mcp' },
    { title: 'docker, auth, 429, ENOENT, timeout, token, memory, npm error' },
    { symptom: `- ${Array.from({ length: 30 }, (_, index) => `timeout${index} auth${index}`).join(' ')}` },
    { symptom: `- ${'docker error fix today '.repeat(15)}` },
  ],
  check({ data, keyPlace }, report, _labels, { prose }) {
    const title = stuffing(data.title, true)
    if (title) {
      report(
        'text/stuffing',
        keyPlace('title'),
        `Unexpected ${title.found} in the title, expected the name of one error`,
        {
          hint: 'Write the error as it is printed; other wordings are further lines of `errors`.',
        },
      )
    }
    for (const { section, text, quoted, placeAt } of prose) {
      if (section !== 'symptom') continue
      const found = stuffing(
        quoted.reduce(
          (rest, [start, end]) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
          text,
        ),
        false,
      )
      if (found) {
        report('text/stuffing', placeAt(0), `Unexpected ${found.found}, expected what somebody saw`, {
          hint: 'Describe the symptom in sentences.',
        })
      }
    }
  },
}
