import { relative, resolve } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import { hasErrors } from '../model/problem.ts'
import { printable } from '../model/text.ts'
import { categories } from '../model/vocabulary.ts'
import { type Environment, exit, readText } from './environment.ts'
import { contentCommand, folder, overrides } from './options.ts'
import { nextCommands, printNearPages, printRemoved } from './print-intake.ts'
import { printProblems, summary } from './print-problems.ts'

/** Writes only the draft. The report does not quote the lines that the checks reject. */
export const importCommand = (environment: Environment) =>
  contentCommand('import')
    .description('turn an issue that proposes a solution into a draft')
    .argument('[file]', 'body of the issue, or its JSON from `gh issue view`; - for standard input', '-')
    .addOption(new Option('--category <name>', 'instead of the one in the issue').choices(categories))
    .option('--slug <name>', 'name of the page (default: derived from the title)')
    .option('--dry-run', 'print the draft and write nothing')
    .addHelpText(
      'after',
      '\nExit code 0: a draft without errors, 1: a draft with errors, 2: no draft.\n\n  gh issue view 12 --json body,title,url | fixdex import',
    )
    .action(async (file, { category, slug, dryRun, ...flags }) => {
      const { readContent } = await import('../pipeline/load.ts')
      const { importIssue } = await import('../intake/import-issue.ts')
      const { approval } = await import('../intake/issue-form.ts')
      const { writeDraft } = await import('../intake/draft.ts')
      const { cwd, stdout } = environment
      const report = dryRun ? environment.stderr : stdout
      const content = folder(flags.content, environment)
      const read = readContent(content, overrides(flags, environment))
      const text = await readText(file, environment, 'Name the file with the issue’s body, or pipe it in.')
      const issue = importIssue(text, content, read, { category, slug })
      const { path, draft, removed, isApproved, near, problems } = issue
      if (dryRun) stdout(printable(draft))
      else writeDraft(content, path, draft)
      report(
        `${dryRun ? 'Would write' : 'Written'}: ${relative(cwd, resolve(content, path))}\n${printRemoved(removed)}`,
      )
      if (!isApproved) report(`“${approval}” is not ticked: ask the author before anything is published.\n`)
      if (near.length > 0) report(`Similar pages:\n${printNearPages(near, { content, cwd })}`)
      if (problems.length > 0)
        report(`\n${printProblems(problems, { content }, environment)}\n${summary(problems)}\n`)
      if (!dryRun) report(nextCommands(content, path, cwd))
      if (hasErrors(problems)) environment.exitWith(exit.problems)
    })
