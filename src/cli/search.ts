import type { Command } from 'commander'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { indexOption } from './index-option.ts'
import { wholeNumber } from './options.ts'

export interface SearchFlags {
  index?: string
  category?: string
  code?: string
  json?: boolean
  limit: number
}

export function declareSearch(program: Command): Command {
  return indexOption(program.command('search'))
    .description('list solutions with all words in their title and symptom')
    .argument('[words...]', 'words, in any order and case')
    .option('--category <name>', 'only this category')
    .option('--code <text>', 'only with this text in title or symptom, case-sensitive')
    .option('--limit <n>', 'maximum number of entries', wholeNumber, 10)
    .option('--json', 'print the entries as JSON')
}

export async function runSearch(
  words: readonly string[],
  flags: SearchFlags,
  environment: Environment,
): Promise<ExitCode> {
  const { search } = await import('../client/search.ts')
  const { openCatalog } = await import('./open-catalog.ts')
  const { category, code, limit } = flags
  const { value, notice } = await openCatalog(flags.index, environment).index()
  if (notice) environment.stderr(`fixdex: ${notice}\n`)
  const found = search(value.solutions, {
    keywords: words.join(' '),
    ...(category === undefined ? {} : { category }),
    ...(code === undefined ? {} : { code }),
  })
  const shown = found.slice(0, limit)
  if (flags.json) environment.stdout(`${JSON.stringify(shown, null, 2)}\n`)
  else {
    const lines = shown.map(
      ({ title, fix, url }) => `${title}\n  ${fix}\n  fixdex show ${url.split('/').slice(-2).join('/')}\n`,
    )
    const rest =
      found.length > shown.length ? `${found.length - shown.length} more: use more words or --limit\n` : ''
    environment.stdout(
      printable(found.length === 0 ? 'Nothing found: use fewer words.\n' : lines.join('') + rest),
    )
  }
  return found.length > 0 ? exit.ok : exit.problems
}
