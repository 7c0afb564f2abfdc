import { writeFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { type Command, Option } from 'commander'
import type { SourceFile } from '../model/document.ts'
import { Fault } from '../model/fault.ts'
import type { Problem, ProblemCode } from '../model/problem.ts'
import type { Published } from '../pipeline/published.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { contentOptions, folder, overrides, today, wholeNumber } from './options.ts'
import { type Format, formats, plural, printProblems, summary } from './print-problems.ts'

export interface CheckFlags {
  content: string
  templates?: string
  format?: Format
  maxWarnings?: number
  fix?: boolean
  watch?: boolean
  against?: string
  allowDrop?: boolean
}

export interface Checked {
  readonly problems: readonly Problem[]
  readonly sources: readonly SourceFile[]
}

export function declareCheck(program: Command): Command {
  return contentOptions(program.command('check'))
    .description('report every problem of the content, by file, line and column')
    .argument('[path...]', 'files or folders to report on; default: all')
    .addOption(
      new Option('--format <name>', 'how to print; github by itself in GitHub Actions').choices(formats),
    )
    .option('--max-warnings <n>', 'fail when there are more warnings', wholeNumber)
    .option(
      '--fix',
      'first mend what needs no judgement: key order, bare fences, trailing space, soft hyphens',
    )
    .addOption(
      new Option(
        '--against <site|file>',
        'fail when an address of this published catalog would vanish: its address, folder, solutions.json or manifest.json',
      ).conflicts('watch'),
    )
    .option('--allow-drop', 'with --against: more than 5 % of the solutions may leave the index')
    .option('--watch', 'check again after every change, until Ctrl+C')
}

export async function runCheck(
  paths: readonly string[],
  flags: CheckFlags,
  environment: Environment,
): Promise<ExitCode> {
  const content = folder(flags.content, environment)
  const format = flags.format ?? (environment.env.GITHUB_ACTIONS === 'true' ? 'github' : 'pretty')
  if (flags.fix) await fixFiles(paths, content, environment)
  const inside = insideOf(paths, content, environment)
  const print = ({ problems, sources }: Checked) => {
    const { colour, cwd } = environment
    environment.stdout(printProblems(problems, { format, colour, cwd, content, sources }))
  }
  if (flags.watch) {
    const { watchCheck } = await import('./check-watch.ts')
    return watchCheck(content, overrides(flags, environment), inside, print, environment)
  }
  const { check } = await import('../pipeline/check.ts')
  const published = flags.against === undefined ? undefined : await readAgainst(flags.against, environment)
  const { problems: all, sources } = await check(content, {
    ...overrides(flags, environment),
    today: today(environment),
    threads: environment.processors,
    published,
    allowDrop: flags.allowDrop,
  })
  const problems = all.filter((problem) => inside(problem) || ofPublished.has(problem.code))
  print({ problems, sources })
  const warnings = problems.filter(({ severity }) => severity === 'warning').length
  if (format === 'pretty') {
    environment.stdout(
      problems.length === 0
        ? `${plural(sources.length, 'file')} checked, no problem${published ? ', every published address stays' : ''}\n`
        : `\n${summary(problems)}\n`,
    )
  }
  return problems.length > warnings || warnings > (flags.maxWarnings ?? Number.POSITIVE_INFINITY)
    ? exit.problems
    : exit.ok
}

/** Reported whatever files are asked for: the file that they are about may not be there. */
const ofPublished: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['address/vanished', 'catalog/shrunk'])

async function readAgainst(from: string, environment: Environment): Promise<Published> {
  const { readPublished } = await import('./read-published.ts')
  return readPublished(from, environment)
}

async function fixFiles(paths: readonly string[], content: string, environment: Environment): Promise<void> {
  const { fixText } = await import('../pipeline/fix-file.ts')
  const { readSources } = await import('../content/read-sources.ts')
  const wanted = insideOf(paths, content, environment)
  const fixed = readSources(content).sources.filter((source) => {
    const text = fixText(source)
    if (!wanted(source) || text === source.text) return false
    writeFileSync(resolve(content, source.path), text)
    return true
  })
  environment.stderr(`${plural(fixed.length, 'file')} mended\n`)
}

function insideOf(
  paths: readonly string[],
  content: string,
  { cwd }: Environment,
): (problem: Pick<Problem, 'path'>) => boolean {
  if (paths.length === 0) return () => true
  const wanted = paths.map((path) => resolve(cwd, path))
  for (const path of wanted) {
    if (path !== content && !path.startsWith(content + sep)) {
      throw new Fault(
        `${path} is not in the content folder ${content}`,
        'Name the content folder with --content DIR.',
      )
    }
  }
  return ({ path }) => {
    const file = resolve(content, path)
    return wanted.some((place) => file === place || file.startsWith(place + sep))
  }
}
