import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createMatcher, type Matcher } from '../../src/client/match.ts'
import { matchEntry } from '../../src/client/match-entry.ts'
import { blocksHash } from '../../src/content/parse-page.ts'
import { commandOf, type ExecutedPage, isRun, type RunBlock } from '../../src/model/executed-page.ts'
import { compare } from '../../src/model/problem.ts'
import type { Solution } from '../../src/model/solution.ts'
import { isKnown, unaidedRate } from '../../src/model/unaided.ts'
import type { Install } from '../../src/verify/packages.ts'
import type { Sandbox } from '../../src/verify/sandbox.ts'
import { keptShare, runIn, type Verifier, verdictOn } from './verifier.ts'

/** Kinds of tasks that are told apart in the report. */
export const strata = ['known', 'version-bound', 'not derivable', 'no page', 'look-alike'] as const
export type Stratum = (typeof strata)[number]

/** A workspace in the failed state, with what its hidden verifier needs. */
export interface Task extends Verifier {
  /** The page that the task was made from. */
  readonly id: string
  readonly stratum: Stratum
  readonly packages: readonly string[]
}

/** One line of `scripts/uplift/tasks.json`: what can't be read from the page itself. */
export interface TaskEntry extends Pick<Task, 'id' | 'stratum' | 'goal' | 'keep'> {
  /** Of the page's blocks; a page that has changed since makes no task. */
  readonly blocks: string
}

interface Parts {
  readonly files: Record<string, string>
  readonly solution: Record<string, string>
  readonly command: string
}

/** A page without the blocks that only look: they are no part of a task. */
const withoutChecks = (page: ExecutedPage): ExecutedPage => ({
  ...page,
  blocks: page.blocks.filter(({ run }) => run !== 'confirm' && run !== 'verify'),
})

/** Pages with one failure and one fix by changed files, and nothing that has to run beside them. */
function partsOf(page: ExecutedPage): Parts | undefined {
  const { blocks, needs } = withoutChecks(page)
  const runs = blocks.filter(isRun)
  const [reproduce, fix] = runs
  if (runs.length !== 2 || reproduce?.run !== 'reproduce' || fix?.run !== 'fix' || needs.length > 0)
    return undefined
  const at = blocks.indexOf(reproduce)
  const filesIn = (part: typeof blocks) =>
    Object.fromEntries(part.flatMap(({ file, text }) => (file === undefined ? [] : [[file, text]])))
  const files = filesIn(blocks.slice(0, at + 1))
  const solution = filesIn(blocks.slice(at + 1, blocks.indexOf(fix)))
  const changes = Object.keys(solution).some((name) => name in files)
  if (!/^(?:bash|sh)$/.test(reproduce.language) || !changes) return undefined
  return { files, solution, command: commandText(reproduce) }
}

const commandText = (block: RunBlock): string => commandOf(block)?.argv.at(-1) ?? block.text

/** The tasks of the committed list, with their files from the pages. */
export function readTasks(file: string, pages: readonly ExecutedPage[]): Task[] {
  const entries = JSON.parse(readFileSync(file, 'utf8')) as TaskEntry[]
  const known = new Map(pages.map((page) => [page.id, page]))
  return entries.flatMap((entry) => {
    const page = known.get(entry.id)
    const parts = page && partsOf(page)
    if (page === undefined || parts === undefined || blocksHash(withoutChecks(page)) !== entry.blocks)
      return []
    return [{ ...entry, ...parts, errors: page.errors, packages: page.packages }]
  })
}

export interface Makers {
  readonly sandbox: Sandbox
  readonly install: Install
}

/**
 * Tries a page as a task: untouched it must fail, with the page's files it must pass twice, and what it then prints must
 * follow from the files that an agent sees.
 */
export async function tryPage(
  page: ExecutedPage,
  solutions: readonly Solution[],
  makers: Makers,
): Promise<TaskEntry | undefined> {
  const parts = partsOf(page)
  const solution = solutions.find(({ id }) => id === page.id)
  if (parts === undefined || solution === undefined) return undefined
  const modules = await modulesFor(page, makers)
  const run = (files: Record<string, string>) => runIn(makers.sandbox, modules, files, parts.command)
  const solved = { ...parts.files, ...parts.solution }
  const keep = Math.round(keptShare(parts.files, solved) * 60) / 100
  const reference = await run(solved)
  const seen = Object.values(parts.files).join('\n')
  const goal = linesOf(reference.output).filter((line) => follows(line, seen))
  const verifier = { ...parts, goal, keep, errors: page.errors }
  if (goal.length === 0 || keep < 0.2 || verdictOn(verifier, solved, reference) !== undefined)
    return undefined
  if (verdictOn(verifier, solved, await run(solved)) !== undefined) return undefined
  const failed = await run(parts.files)
  if (verdictOn(verifier, parts.files, failed) === undefined) return undefined
  const others = createMatcher({ entries: solutions.map(matchEntry).filter(({ id }) => id !== page.id) })
  const stratum = stratumOf(solution, failed.output, others)
  return { id: page.id, stratum, goal, keep, blocks: blocksHash(withoutChecks(page)) }
}

export async function modulesFor(
  { packages }: Pick<Task, 'packages'>,
  makers: Makers,
): Promise<string | undefined> {
  return packages.length === 0 ? undefined : (await makers.install(packages)).modules
}

const linesOf = (text: string): string[] =>
  [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

/** Does the program that failed have all words of the line, or is it a number that it computes? Then an honest fix of it prints the line too. */
const follows = (line: string, program: string): boolean => {
  const words = line.match(/[A-Za-z]{3,}/g) ?? []
  return (words.length > 0 || /\d\d/.test(line)) && words.every((word) => program.includes(word))
}

/** Without its own page the matcher may still answer: then the task shows what a look-alike does. */
function stratumOf(page: Solution, output: string, others: Matcher): Stratum {
  if (!isKnown(unaidedRate(page.unaided)))
    return page.packages || page.affects?.some(({ versions }) => versions) ? 'version-bound' : 'not derivable'
  if (others.match(output).length > 0) return 'look-alike'
  return 'known'
}

/** For every second task that models know, the catalog is one that lacks the page. */
export function balanced(entries: readonly TaskEntry[]): TaskEntry[] {
  let known = 0
  return [...entries]
    .sort((a, b) => compare(a.id, b.id))
    .map((entry) =>
      entry.stratum === 'known' && known++ % 2 === 1 ? { ...entry, stratum: 'no page' } : entry,
    )
}

/** Writes the failed state into a folder; `run.sh` is the failing command. */
export function writeWorkspace(task: Task, folder: string, modules: string | undefined): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries({ ...task.files, 'run.sh': `${task.command}\n` })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  if (modules !== undefined) symlinkSync(modules, join(folder, 'node_modules'))
}
