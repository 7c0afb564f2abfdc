import type { Command } from 'commander'
import { folder } from './content-options.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { plural } from './print-problems.ts'
import { printable } from './printable.ts'

export function declareAudit(program: Command): Command {
  return program
    .command('audit')
    .description('read a built catalog back and prove that it keeps its promises')
    .argument('[dir]', 'folder that `fixdex build` wrote', 'dist')
    .option('--json', 'print the findings as JSON')
}

export async function runAudit(
  dir: string,
  flags: { json?: boolean },
  environment: Environment,
): Promise<ExitCode> {
  const { audit } = await import('../audit/audit.ts')
  const { recover } = await import('../build/write-output.ts')
  recover(folder(dir, environment))
  const { findings, pages, files } = audit(folder(dir, environment))
  if (flags.json) environment.stdout(`${JSON.stringify({ pages, files, findings }, null, 2)}\n`)
  else {
    for (const { code, path, message } of findings)
      environment.stdout(printable(`${path}: ${message} [${code}]\n`))
    environment.stdout(
      `${plural(files, 'file')} and ${plural(pages, 'page')} audited, ${findings.length === 0 ? 'no finding' : plural(findings.length, 'finding')}\n`,
    )
  }
  return findings.length === 0 ? exit.ok : exit.problems
}
