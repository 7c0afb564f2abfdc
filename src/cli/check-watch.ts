import type { Overrides } from '../content/read-config.ts'
import type { Problem } from '../model/problem.ts'
import type { Followed } from '../serve/watch.ts'
import type { Checked } from './check.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { plural, summary } from './print-problems.ts'

/**
 * Checks after every change. Each round stands between a line that begins with `checking` and one that begins with
 * `checked`: by these an editor's problem matcher knows when the list before is out of date and when the new one is whole.
 */
export async function watchCheck(
  content: string,
  overrides: Overrides,
  inside: (problem: Problem) => boolean,
  print: (checked: Checked) => void,
  environment: Environment,
): Promise<ExitCode> {
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
  return exit.ok
}
