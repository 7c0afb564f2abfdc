import { rules } from './lint.ts'
import type { Example, Rule } from './rule.ts'

/**
 * The rules with reasons and examples, as Markdown. `forReaders` is for a page that agents read: bad examples of rules
 * about instructions, commands, characters and secrets are left out of it, because they are what must not be published.
 */
export function rulesText({ forReaders }: { forReaders: boolean }): string {
  return rules
    .map((rule) => (forReaders ? ruleText(shortened(rule), harmless(rule)) : ruleText(rule, true)))
    .join('\n')
}

/** A page is for reading: two examples of each kind say enough. */
const shortened = (rule: Rule): Rule => ({ ...rule, good: rule.good.slice(0, 2), bad: rule.bad.slice(0, 2) })

const harmless = ({ code }: Rule): boolean => /^(?:quality|code|checklist)\//.test(code)

function ruleText({ code, why, good, bad }: Rule, withBad: boolean): string {
  const examples = [
    ...good.map((example) => exampleText('Good', example)),
    ...(withBad ? bad.map((example) => exampleText('Bad', example)) : []),
  ]
  const left = withBad
    ? ''
    : 'The bad examples stand in the repository, beside the rule: they are what a page must not hold.\n\n'
  return `## ${code}\n\n${why}\n\n${examples.join('')}${left}`
}

function exampleText(kind: string, example: Example): string {
  const body = Object.values(example).join('\n')
  const fence = '`'.repeat(Math.max(3, ...[...body.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `${kind}, in ${Object.keys(example).join(' and ')}:\n\n${fence}text\n${body}\n${fence}\n\n`
}
