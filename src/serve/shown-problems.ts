import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../model/problem.ts'
import { codeFrame, printableValues } from '../model/text.ts'

/** Problems as the page shows them: `open` over a part of it, else as a line at its foot. */
export interface ShownProblems {
  readonly open: boolean
  readonly total: number
  readonly problems: readonly (Problem & { readonly frame: readonly string[] })[]
}

/** The terminal shows all of them. */
const mostShown = 20

/**
 * What a page shows: the problems of its own file first. They open by themselves when they are errors of that file, of
 * a file that was just saved, or of the configuration, which concerns every page.
 */
export function problemsFor(
  source: string | undefined,
  problems: readonly Problem[],
  saved: readonly string[],
  content: string,
): ShownProblems {
  const own = problems.filter(({ path }) => path === source)
  const others = problems.filter(({ path, severity }) => path !== source && severity === 'error')
  const mine = ({ code, path, severity }: Problem) =>
    severity === 'error' && (path === source || code === 'site/config' || saved.includes(path))
  return {
    open: problems.some(mine),
    total: own.length + others.length,
    problems: [...own, ...others]
      .slice(0, mostShown)
      .map((problem) => printableValues({ ...problem, frame: frameOf(problem, content) })),
  }
}

function frameOf({ path, line, column }: Problem, content: string): string[] {
  try {
    // A link may lead to any file, and to devices that never end.
    if (!lstatSync(join(content, path)).isFile()) return []
    return codeFrame(readFileSync(join(content, path), 'utf8').replaceAll('\r\n', '\n'), line, column)
  } catch {
    // The file was removed or never existed.
    return []
  }
}
