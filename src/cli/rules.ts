import type { Command } from 'commander'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'

export function declareRules(program: Command): Command {
  return program.command('rules').description('list what content must not do, with reasons and examples')
}

export async function runRules(environment: Environment): Promise<ExitCode> {
  const { rulesText } = await import('../checks/rules-text.ts')
  environment.stdout(printable(rulesText()))
  return exit.ok
}
