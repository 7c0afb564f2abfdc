import { collapse } from '../model/text.ts'
import type { Rule } from './rule.ts'

/** Text as it is compared: no quotes, one kind of space, one case. */
const bare = (text: string): string =>
  collapse(text.replace(/["'`“”‘’«»\\*]/gu, ''))
    .replace(/ ?([:;,.(){}[\]]) ?/g, '$1')
    .toLowerCase()

/** Whether a text holds a message whose `…` stands for parts that vary. */
export function holdsMessage(text: string, message: string): boolean {
  const parts = message
    .split(/…|\.{3}/u)
    .map(bare)
    .filter((part) => part.length > 2)
  if (parts.length === 0) return true
  let at = 0
  return parts.every((part) => {
    const found = text.indexOf(part, at)
    at = found + part.length
    return found !== -1
  })
}

export const qualitySymptom: Rule = {
  code: 'quality/symptom',
  why: 'The plain search looks at title and symptom. A symptom without the literal message is not found by the one who has just read that message.',
  good: [
    { symptom: '- `Error: spawn npx ENOENT` is printed.' },
    { frontmatter: 'errors:\n  - "spawn … ENOENT"', symptom: '- The log shows “spawn npx\n  ENOENT”.' },
  ],
  bad: [{ frontmatter: 'errors:\n  - "spawn npx ENOENT"', symptom: '- The tool list stays empty.' }],
  check(parsed, report, _labels, { prose, code }) {
    if (parsed.kind !== 'solution') return
    const { errors } = parsed.data
    const symptom = parsed.sections.find(({ kind }) => kind === 'symptom')
    if (errors === undefined || symptom === undefined) return
    const texts = [...prose, ...code].filter(({ section }) => section === 'symptom').map(({ text }) => text)
    const text = bare([parsed.data.title, ...texts].join(' \n '))
    if (errors.some((message) => holdsMessage(text, message))) return
    // A quoted part of a message identifies it as well, where the whole is long.
    const messages = errors.map(bare)
    const quotes = code
      .filter(({ section }) => section === 'symptom')
      .flatMap((piece) => piece.text.split(/…|\.{3}/u).map(bare))
    if (
      quotes.some(
        (quote) =>
          quote.length >= 12 && messages.some((message) => message.includes(quote.replace(/[.:,;]$/, ''))),
      )
    )
      return
    if (messages.some((message) => message.length > 40 && text.includes(message.slice(0, 40)))) return
    report(
      'quality/symptom',
      symptom.place,
      'Unexpected symptom without any of the messages in `errors`, expected one of them as it is printed',
      {
        severity: 'warning',
        hint: `Begin the first bullet with the literal message: \`${(errors[0] ?? '').slice(0, 80)}\`.`,
      },
    )
  },
}
