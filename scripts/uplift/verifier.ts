import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastGlob from 'fast-glob'
import type { Ran, Sandbox } from '../../src/verify/sandbox.ts'
import { judge } from '../../src/verify/verify-page.ts'

/** What decides about a workspace. Agents never see it. */
export interface Verifier {
  /** The failed state. */
  readonly files: Readonly<Record<string, string>>
  /** The page's own changes. */
  readonly solution: Readonly<Record<string, string>>
  /** The failing command; it is run as it was, whatever became of `run.sh`. */
  readonly command: string
  readonly errors: readonly string[]
  /** Lines that the program prints when it works. */
  readonly goal: readonly string[]
  /** Share of the original lines that must be left: who replaces the program has not fixed it. */
  readonly keep: number
}

const mostFiles = 200
const mostBytes = 1_000_000

/** The text files of a workspace, apart from packages and links. */
export function readWorkspace(folder: string): Record<string, string> {
  const names = fastGlob.sync('**', {
    cwd: folder,
    dot: true,
    followSymbolicLinks: false,
    ignore: ['**/node_modules/**', '**/__pycache__/**', '.git/**'],
  })
  return Object.fromEntries(
    names.slice(0, mostFiles).flatMap((name) => {
      const stats = lstatSync(join(folder, name))
      return stats.isFile() && stats.size <= mostBytes
        ? [[name, readFileSync(join(folder, name), 'utf8')]]
        : []
    }),
  )
}

/** Runs the command over copies of the files, in a sandbox of its own. */
export async function runIn(
  sandbox: Sandbox,
  modules: string | undefined,
  files: Readonly<Record<string, string>>,
  command: string,
): Promise<Ran> {
  const workplace = sandbox.workplace(modules)
  try {
    const given = Object.entries(files).map(([name, text]) => ({ name, text }))
    return await workplace.run({ argv: ['bash', '-c', command], files: given, services: [] })
  } finally {
    workplace.remove()
  }
}

/** Why a workspace is not fixed, or undefined. */
export function verdictOn(
  { files: original, errors, goal, keep }: Omit<Verifier, 'solution'>,
  files: Readonly<Record<string, string>>,
  ran: Ran,
): string | undefined {
  const wrong = judge('fix', ran, { errors, told: [] })
  if (wrong !== undefined) return `expected ${wrong.expected}, got ${wrong.got}`
  const printed = ran.output.split('\n').map((line) => line.trim())
  const missing = goal.find((line) => !printed.includes(line))
  if (missing !== undefined) return 'the output of a working program is missing'
  return keptShare(original, files) < keep ? 'most of the program is gone' : undefined
}

/** Share of the lines of some files that others still have, each as often. */
export function keptShare(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): number {
  const left = new Map<string, number>()
  for (const line of linesOf(after)) left.set(line, (left.get(line) ?? 0) + 1)
  const lines = linesOf(before)
  const kept = lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count > 0
  })
  return lines.length === 0 ? 1 : kept.length / lines.length
}

const linesOf = (files: Readonly<Record<string, string>>): string[] =>
  Object.entries(files)
    .filter(([name]) => name !== 'run.sh')
    .flatMap(([, text]) => text.split('\n').map((line) => line.trim()))
    .filter(Boolean)
