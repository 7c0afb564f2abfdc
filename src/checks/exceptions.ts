import type { Problem } from '../model/problem.ts'
import { exceptionsFile, type LintException } from '../model/site.ts'

/** Takes out the problems that an exception names; `used` are the exceptions that were needed. */
export function except(
  problems: readonly Problem[],
  exceptions: readonly LintException[],
): { problems: Problem[]; used: LintException[] } {
  if (exceptions.length === 0) return { problems: [...problems], used: [] }
  const matches = (problem: Problem) =>
    exceptions.filter(({ path, code }) => path === problem.path && code === problem.code)
  const excepted = problems.map((problem) => ({ problem, by: matches(problem) }))
  return {
    problems: excepted.filter(({ by }) => by.length === 0).map(({ problem }) => problem),
    used: [...new Set(excepted.flatMap(({ by }) => by))],
  }
}

export function unusedExceptions(
  exceptions: readonly LintException[],
  used: readonly Pick<LintException, 'line'>[],
): Problem[] {
  const lines = new Set(used.map(({ line }) => line))
  return exceptions
    .filter(({ line }) => !lines.has(line))
    .map(({ path, code, line }) => ({
      code: 'exception/unused',
      severity: 'error',
      path: exceptionsFile,
      line,
      column: 1,
      message: `Unexpected exception for \`${code}\` in ${path}, expected one that is needed`,
      hint: 'Remove the entry: the file has no such problem.',
    }))
}
