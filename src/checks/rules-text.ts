import { fenced } from '../model/text.ts'
import { type Example, type ExampleFile, isCatalogExample } from './data.ts'
import type { Rule } from './rule.ts'
import { rules } from './rules.ts'

/** Every rule with its reason and its examples, as Markdown. */
export const rulesText = (): string =>
  rules()
    .map((rule) => ruleText(rule, rule.good, rule.bad, { most: 600, where: true }))
    .join('')

/**
 * The same for a page of at most 20,000 characters, with the shortest example of each kind. Agents read it, so bad
 * examples of rules about instructions, commands, characters and secrets are left out: they must not be published.
 */
export const rulesSummary = (): string =>
  rules()
    .map((rule) => {
      const bad = isHarmless(rule) ? shortest(rule.bad) : []
      return ruleText(rule, shortest(rule.good), bad, { most: 40, where: false })
    })
    .join('')

const isHarmless = ({ code }: Rule): boolean => !/^(?:command|link\/address|markdown|text)\b/.test(code)

const shortest = (examples: readonly Example[]): Example[] =>
  [...examples].sort((a, b) => textOf(a).length - textOf(b).length).slice(0, 1)

interface Shown {
  /** Characters of an example. */
  readonly most: number
  /** Does it say which part of a page the example replaces? */
  readonly where: boolean
}

function ruleText(
  { code, why }: Rule,
  good: readonly Example[],
  bad: readonly Example[],
  shown: Shown,
): string {
  const examples = [
    ...good.map((example) => exampleText('Good', example, shown)),
    ...bad.map((example) => exampleText('Bad', example, shown)),
  ]
  return `## ${code}\n\n${why}\n\n${examples.join('')}`
}

function exampleText(kind: string, example: Example, { most, where }: Shown): string {
  const pieces = where && !isCatalogExample(example) ? Object.keys(example).join(' and ') : ''
  const text = textOf(example)
  const shown = text.length > most ? `${text.slice(0, most)}…` : text
  return `${kind}${pieces && `, in ${pieces}`}:\n\n${fenced(shown.trimEnd())}\n\n`
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
