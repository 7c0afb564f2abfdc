import { fenced } from '../model/text.ts'
import { type Example, type ExampleFile, isCatalogExample } from './data.ts'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'

/** Every rule with its reason and its examples, as Markdown. */
export const rulesText = (): string =>
  rules()
    .map(({ code, why, good, bad }) =>
      [`## ${code}\n\n${why}\n\n`, ...good.map(longExample('Good')), ...bad.map(longExample('Bad'))].join(''),
    )
    .join('')

/**
 * The same for a page of at most 20,000 characters, with the shortest example of each kind if it is a line. Agents read
 * it, so bad examples of rules about instructions, commands, characters and secrets are left out: they must not be published.
 */
export const rulesSummary = (): string =>
  rules()
    .map((rule) => {
      const examples = [...lineOf('Good', rule.good), ...(isHarmless(rule) ? lineOf('Bad', rule.bad) : [])]
      return `## ${rule.code}\n\n${rule.why}\n\n${examples.map((line) => `- ${line}\n`).join('')}\n`
    })
    .join('')

const isHarmless = ({ code }: Rule): boolean => !/^(?:command|link\/address|markdown|text)\b/.test(code)

const lineCharacters = 90

/** The shortest example in a line; none if all are longer, or need other files. */
const lineOf = (kind: string, examples: readonly Example[]): string[] =>
  examples
    .filter((example) => !isCatalogExample(example))
    .map((example) => textOf(example).trim())
    .filter((text) => text !== '' && text.length <= lineCharacters && !/[`\n]/.test(text))
    .sort((a, b) => a.length - b.length)
    .slice(0, 1)
    .map((text) => `${kind}: \`${text}\``)

const mostCharacters = 600

function longExample(kind: string): (example: Example) => string {
  return (example) => {
    const pieces = isCatalogExample(example) ? '' : Object.keys(example).join(' and ')
    const text = textOf(example)
    const shown = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
    return `${kind}${pieces && `, in ${pieces}`}:\n\n${fenced(shown.trimEnd())}\n\n`
  }
}

function textOf(example: Example): string {
  if (!isCatalogExample(example)) return fileText(example)
  return [
    ...Object.entries(example.files).map(([path, file]) => `${path}:\n${fileText(file)}`),
    ...(example.published ?? []).map((id) => `published before: ${id}`),
  ].join('\n')
}

function fileText(file: ExampleFile): string {
  if (typeof file === 'string') return file
  if ('link' in file) return `(symbolic link to ${file.link})`
  if ('latin1' in file) return `${file.latin1} (saved as Latin-1)`
  return Object.values(file).join('\n') || '(a valid page)'
}
