import { relative, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { hasErrors } from '../model/problem.ts'
import { printable } from '../model/text.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { type Environment, type ExitCode, exit, readText } from './environment.ts'
import { contentOptions, folder, overrides } from './options.ts'
import { nextCommands, printNearPages, printRemoved } from './print-intake.ts'
import { printProblems, summary } from './print-problems.ts'

export interface ImportFlags {
  content: string
  templates?: string
  category?: Category
  slug?: string
  dryRun?: boolean
}

export function declareImport(program: Command): Command {
  return contentOptions(program.command('import'))
    .description('turn an issue that proposes a solution into a draft')
    .argument('[file]', 'body of the issue, or its JSON from `gh issue view`; - for standard input', '-')
    .addOption(new Option('--category <name>', 'instead of the one in the issue').choices(categories))
    .option('--slug <name>', 'name of the page (default: derived from the title)')
    .option('--dry-run', 'print the draft and write nothing')
    .addHelpText(
      'after',
      '\nExit code 0: a draft without errors, 1: a draft with errors, 2: no draft.\n\n  gh issue view 12 --json body,title,url,labels | fixdex import',
    )
}

/**
 * Only the draft is written. It alone has the lines that the checks reject: the report names them without a quotation.
 */
export async function runImport(
  file: string,
  flags: ImportFlags,
  environment: Environment,
): Promise<ExitCode> {
  const { readConfig } = await import('../content/read-config.ts')
  const { importIssue } = await import('../intake/import-issue.ts')
  const { writeDraft } = await import('../intake/draft.ts')
  const { cwd, colour } = environment
  const content = folder(flags.content, environment)
  const site = readConfig(content, overrides(flags, environment))
  const text = await readText(file, environment, 'Name the file with the issue’s body, or pipe it in.')
  const { path, draft, removed, notes, near, problems } = importIssue(text, content, site, flags)
  const report = flags.dryRun ? environment.stderr : environment.stdout
  if (flags.dryRun) environment.stdout(printable(draft))
  else writeDraft(content, path, draft)
  const place = relative(cwd, resolve(content, path))
  report(printable(`${flags.dryRun ? 'Would write' : 'Written'}: ${place}\n`) + printRemoved(removed))
  for (const note of notes) report(printable(`Note: ${note}\n`))
  if (near.length > 0) report(`Similar pages:\n${printNearPages(near, content, cwd)}`)
  if (problems.length > 0) {
    const told = printProblems(problems, { format: 'pretty', colour, cwd, content, sources: [] })
    report(`\n${told}\n${summary(problems)}\n`)
  }
  if (!flags.dryRun) report(nextCommands(content, path, cwd))
  return hasErrors(problems) ? exit.problems : exit.ok
}
