import { Option } from '@commander-js/extra-typings'
import type { Account } from '../intake/draft.ts'
import { Fault } from '../model/fault.ts'
import { categories, evidenceGrades, retryAdvice } from '../model/vocabulary.ts'
import { type Environment, readText } from './environment.ts'
import { contentCommand, folder, overrides, wholeNumber } from './options.ts'

const several = (value: string, before: string[] = []): string[] => [...before, value]

export const newCommand = (environment: Environment) =>
  contentCommand('new')
    .description('start the page of a new solution; on a terminal, asks for what the flags leave out')
    .option('--error <message>', 'message as printed, with … for what varies; repeatable', several)
    .option('--from <file>', 'text or log with the message; - for standard input')
    .option('--sign <fact>', 'symptom of a failure that prints nothing; repeatable', several)
    .option('--title <text>', 'the error as its reader would name it')
    .addOption(new Option('--category <name>', 'folder of the page').choices(categories))
    .option('--slug <name>', 'name of the page (default: derived from the title)')
    .option('--lang <code>', 'language of the page (default: en)')
    .option('--product <name>', 'product that the error comes from; repeatable', several)
    .option('--source <url>', 'thread or document with the evidence')
    .addOption(new Option('--evidence <grade>', 'what the fix rests on').choices(evidenceGrades))
    .addOption(new Option('--retry <advice>', 'may the same call be tried again').choices(retryAdvice))
    .option('--attempts <n>', 'attempts that fail until the cause is found', wholeNumber)
    .option('--allow-similar', 'continue even if existing pages have a similar message')
    .action(async ({ content: name, templates, allowSimilar = false, from, ...given }) => {
      const { readContent } = await import('../pipeline/load.ts')
      const { knownPages } = await import('../intake/known-pages.ts')
      const { writeNew } = await import('./write-new.ts')
      const content = folder(name, environment)
      const { site, sources } = readContent(content, overrides({ templates }, environment))
      const { error: errors = [], sign: signs = [], product: products = [], ...named } = given
      const paste =
        from === undefined ? '' : await readText(from, environment, 'Name a text file, or pipe the error in.')
      const account = { ...named, errors, signs, products, paste }
      const missing = missingFlags(account)
      // Standard input was consumed by the message.
      const person = from === '-' ? undefined : environment.person
      if (missing.length > 0 && person === undefined) {
        throw new Fault(
          `Missing ${missing.join(', ')}, and there is no terminal to ask on`,
          'fixdex new --error "the message" --title "Product: the message" --category general',
        )
      }
      const { cwd } = environment
      const desk = { site, content, cwd, known: knownPages(sources, site.labels), allowSimilar }
      if (missing.length === 0 || person === undefined) return writeNew(account, desk, environment)
      const { askForSolution } = await import('./ask-for-solution.ts')
      const answer = await askForSolution(account, desk, environment, person)
      if (answer !== undefined) writeNew(answer, { ...desk, allowSimilar: true }, environment)
    })

function missingFlags({ errors, paste, signs, title, category }: Account): string[] {
  const silent = errors.length + signs.length === 0 && paste.trim() === ''
  return [
    ...(silent ? ['--error (or --from, or --sign)'] : []),
    ...(title === undefined ? ['--title'] : []),
    ...(category === undefined ? ['--category'] : []),
  ]
}
