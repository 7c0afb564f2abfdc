import type { Command } from 'commander'
import type { Match } from '../client/match.ts'
import { type Environment, type ExitCode, exit, readText } from './environment.ts'
import { indexOption } from './index-option.ts'
import { wholeNumber } from './options.ts'

export interface MatchFlags {
  index?: string
  json?: boolean
  limit: number
}

export function declareMatch(program: Command): Command {
  return indexOption(program.command('match'))
    .description('find the fix for a raw error from a file or standard input')
    .argument('[file]', 'text or log with the error; - for standard input', '-')
    .option('--limit <n>', 'maximum number of answers', wholeNumber, 3)
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      '\nExit code 0: found, 1: not covered, 2: the catalog or the file could not be read.\n\n  npm run build 2>&1 | fixdex match',
    )
}

export async function runMatch(file: string, flags: MatchFlags, environment: Environment): Promise<ExitCode> {
  const { openCatalog } = await import('./open-catalog.ts')
  const { answer } = await import('./print-answer.ts')
  const text = await readText(file, environment, 'Name a text file, or pipe the error to standard input.')
  const catalog = openCatalog(flags.index, environment)
  const { value, notice } = await catalog.matcher()
  if (notice) environment.stderr(`fixdex: ${notice}\n`)
  const matches = value.match(text, { limit: flags.limit })
  if (flags.json)
    environment.stdout(
      `${JSON.stringify({ generated: value.generated, matches: matches.map(plain) }, null, 2)}\n`,
    )
  else environment.stdout(await answer(matches, catalog, value))
  return matches.length > 0 ? exit.ok : exit.problems
}

const plain = ({ entry, confidence, matched, score }: Match) => ({
  id: entry.id,
  title: entry.title,
  confidence,
  matched,
  score: Math.round(score * 10) / 10,
})
