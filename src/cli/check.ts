import { existsSync, writeFileSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import { Command, Option } from '@commander-js/extra-typings'
import type { Overrides } from '../content/read-config.ts'
import { Fault } from '../model/fault.ts'
import type { Problem, ProblemCode } from '../model/problem.ts'
import { plural, printable } from '../model/text.ts'
import type { Content } from '../pipeline/load.ts'
import type { Followed } from '../serve/watch.ts'
import { type Environment, exit } from './environment.ts'
import { contentCommand, folder, overrides, today, wholeNumber } from './options.ts'
import { formats, printProblems, summary } from './print-problems.ts'

const notWatched = ['against', 'new', 'wordings', 'cacheDir']

type Checked = Pick<Content, 'problems' | 'sources'>

export const check = (environment: Environment) =>
  contentCommand('check')
    .description('report every problem of the content, by file, line and column')
    .argument('[path...]', 'files or folders to report on; default: all')
    .addOption(
      new Option('--format <name>', 'how to print; in GitHub Actions `github` is the default').choices(
        formats,
      ),
    )
    .option('--max-warnings <n>', 'fail when there are more warnings', wholeNumber)
    .option(
      '--fix',
      'first fix what needs no judgement: key order, bare fences, trailing spaces, soft hyphens',
    )
    .option(
      '--against <site|file>',
      'fail when an address of this published catalog would vanish: its address, folder, solutions.json or manifest.json',
    )
    .option('--allow-drop', 'with --against: more than 5 % of the solutions may leave the index')
    .addOption(
      new Option(
        '--new [ref]',
        'also list what the change since a branch names for the first time: programs, hosts, packages, links, sentences that need a reader',
      ).preset('origin/main'),
    )
    .option('--wordings', 'also list messages that pages show and their `errors` lack; with --fix, add them')
    .option('--cache-dir <dir>', 'your own folder for compiled pages, for the next check or build')
    .addOption(new Option('--watch', 'check again after every change, until Ctrl+C').conflicts(notWatched))
    .action(async (paths, flags) => {
      const { env, stdout } = environment
      const content = folder(flags.content, environment)
      const format = flags.format ?? (env.GITHUB_ACTIONS === 'true' ? 'github' : 'pretty')
      const inside = insideOf(paths, content, environment)
      if (flags.fix) await fixFiles(inside, content, flags.wordings === true, environment)
      const print = ({ problems, sources }: Checked) =>
        stdout(printProblems(problems, { format, content, sources }, environment))
      if (flags.watch) return watchCheck(content, overrides(flags, environment), inside, print, environment)
      const { check } = await import('../pipeline/check.ts')
      const published =
        flags.against === undefined
          ? undefined
          : await (await import('./read-published.ts')).readPublished(flags.against, environment)
      const checked = await check(content, {
        ...overrides(flags, environment),
        today: today(environment),
        threads: environment.processors,
        cache: flags.cacheDir === undefined ? undefined : folder(flags.cacheDir, environment),
        published,
        allowDrop: flags.allowDrop,
      })
      const { sources } = checked
      const problems = checked.problems
        .filter((problem) => inside(problem) || ofPublished.has(problem.code))
        .map(unfinished)
      print({ problems, sources })
      if (format === 'pretty')
        stdout(
          problems.length === 0
            ? `${plural(sources.filter(inside).length, 'file')} checked, no problem${published ? ', every published address stays' : ''}\n`
            : `\n${summary(problems)}\n`,
        )
      if (flags.new !== undefined) await printNews(flags.new, content, checked, inside, environment)
      if (flags.wordings) await printWordings(checked, inside, environment)
      const { maxWarnings = Number.POSITIVE_INFINITY } = flags
      const warnings = problems.filter(({ severity }) => severity === 'warning').length
      if (problems.length > warnings || warnings > maxWarnings) environment.exitWith(exit.problems)
    })

/** To stderr, so that the problems remain one document in each format. */
async function printNews(
  base: string,
  content: string,
  { sources, site }: Content,
  inside: Inside,
  { stderr }: Environment,
): Promise<void> {
  const { changedFiles } = await import('../review/changed-files.ts')
  const { newsIn } = await import('../review/news.ts')
  const news = newsIn(changedFiles(content, base), sources, site).filter(inside)
  const lines = news.map(({ kind, name, path }) => `  ${path}: ${kind}: ${name.replace(/\s+/g, ' ')}\n`)
  stderr(printable(`No page named these before ${base}: ${lines.length || 'nothing'}\n${lines.join('')}`))
}

async function printWordings(
  { sources, site }: Content,
  inside: Inside,
  { stderr }: Environment,
): Promise<void> {
  const { unlistedWordings } = await import('../intake/wordings.ts')
  const found = unlistedWordings(sources, site, inside)
  const lines = found.map(({ path, line, message }) => `  ${path}:${line}: ${message}\n`)
  stderr(
    printable(`Shown by a page, but not in its \`errors\`: ${lines.length || 'nothing'}\n${lines.join('')}`),
  )
}

export const rules = (environment: Environment) =>
  new Command('rules')
    .description('list what content must not do, with reasons and examples')
    .action(async () => {
      const { rulesText } = await import('../checks/rules-text.ts')
      environment.stdout(printable(rulesText()))
    })

/** A `TODO:` left by `new` is an error here, but not in a preview, which shows unfinished pages. */
const unfinished = (problem: Problem): Problem =>
  problem.code === 'quality/boilerplate' && problem.message.includes('`TODO:`')
    ? { ...problem, severity: 'error' }
    : problem

/** Always reported, because the file in question may no longer exist. */
const ofPublished: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['address/vanished', 'catalog/shrunk'])

/**
 * Checks after every change. The output of each round is enclosed by a `checking` and a `checked` line, which tell an
 * editor's problem matcher when to discard the old list and when the new one is complete.
 */
async function watchCheck(
  content: string,
  overrides: Overrides,
  inside: Inside,
  print: (checked: Checked) => void,
  environment: Environment,
): Promise<void> {
  const { checkLive } = await import('../pipeline/live-catalog.ts')
  const { follow } = await import('../serve/watch.ts')
  const interrupted = new Promise<void>((done) => environment.onInterrupt(done))
  const report = ({ live }: Pick<Followed, 'live'>) => {
    const snapshot = live.snapshot
    const problems = checkLive(snapshot).filter(inside)
    print({ problems, sources: snapshot.sources })
    const files = plural(snapshot.sources.length, 'file')
    environment.stdout(`checked ${files}: ${problems.length === 0 ? 'no problem' : summary(problems)}\n`)
  }
  environment.stdout('checking\n')
  const followed = await follow(content, overrides, () => {
    environment.stdout('checking\n')
    report(followed)
  })
  report(followed)
  await interrupted
  await followed.close()
}

async function fixFiles(
  wanted: Inside,
  content: string,
  withWordings: boolean,
  environment: Environment,
): Promise<void> {
  const { addErrors, fixText } = await import('../pipeline/fix-file.ts')
  const { readContent } = await import('../pipeline/load.ts')
  const { sources, site } = readContent(content)
  const wordings = withWordings
    ? (await import('../intake/wordings.ts')).unlistedWordings(sources, site, wanted)
    : []
  const fixed = sources.filter((source) => {
    const own = wordings.filter(({ path }) => path === source.path).map(({ message }) => message)
    const text = addErrors(fixText(source), own)
    if (!wanted(source) || text === source.text) return false
    writeFileSync(resolve(content, source.path), text)
    return true
  })
  environment.stderr(`Fixed ${plural(fixed.length, 'file')}\n`)
}

/** Whether a problem or source is in the requested files and folders. */
type Inside = (place: Pick<Problem, 'path'>) => boolean

function insideOf(paths: readonly string[], content: string, { cwd }: Environment): Inside {
  if (paths.length === 0) return () => true
  const wanted = paths.map((path) => resolve(cwd, path))
  for (const path of wanted) {
    if (path !== content && !path.startsWith(content + sep)) {
      throw new Fault(
        `${path} is not in the content folder ${content}`,
        'Name the content folder with --content DIR.',
      )
    }
    if (!existsSync(path))
      throw new Fault(`No file or folder at ${path}`, 'Name a page or folder of the content.')
  }
  return ({ path }) => {
    const file = resolve(content, path)
    return wanted.some((place) => file === place || file.startsWith(place + sep))
  }
}
