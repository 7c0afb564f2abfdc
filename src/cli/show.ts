import type { Command } from 'commander'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { indexOption } from './index-option.ts'

export function declareShow(program: Command): Command {
  return indexOption(program.command('show'))
    .description('print a solution’s page as Markdown')
    .argument('<category/slug>', 'as printed by `match` and `search`')
}

export async function runShow(
  id: string,
  flags: { index?: string },
  environment: Environment,
): Promise<ExitCode> {
  const { openCatalog } = await import('./open-catalog.ts')
  const { value, notice } = await openCatalog(flags.index, environment).page(id)
  if (notice) environment.stderr(`fixdex: ${notice}\n`)
  environment.stdout(printable(value))
  return exit.ok
}
