import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBuilt } from '../scripts/uplift/arms.ts'
import { writeHarborTask } from '../scripts/uplift/harbor.ts'
import { bootstrap, interval, mcnemar, plot, reportText } from '../scripts/uplift/report.ts'
import { readTasks, strata, type Task } from '../scripts/uplift/tasks.ts'
import {
  addTrial,
  choose,
  folderName,
  keyOf,
  plan,
  prepare,
  readTrials,
  runAgent,
  score,
  type Trial,
} from '../scripts/uplift/trials.ts'
import { executedPages } from '../src/verify/choose-pages.ts'
import { defaultLimits } from '../src/verify/sandbox.ts'
import { filesBelow, realCatalog, root, temporaryFolder } from './catalog.ts'
import { sandboxHere } from './verify/sandbox.ts'

/* Tasks for agents, with scripted agents: honest, idle and cheating ones. */

const tasks = readTasks(join(root, 'scripts/uplift/tasks.json'), executedPages(join(root, 'content')))
const sandbox = await sandboxHere({}, defaultLimits)
const quick = tasks.filter(({ packages }) => packages.length === 0)
const built = readBuilt(join((await realCatalog()).out, 'fixdex'))
const program = join(root, 'lib/cli/main.js')
const about = { agent: 'a script', date: '2026-11-23' }

test('there are tasks of every stratum, at least sixty', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(60)
  expect(new Set(tasks.map(({ stratum }) => stratum)).size).toBeGreaterThanOrEqual(4)
  const chosen = choose(tasks, 10)
  expect(chosen).toHaveLength(10)
  expect(new Set(chosen.map(({ stratum }) => stratum))).toEqual(new Set(tasks.map(({ stratum }) => stratum)))
})

describe.skipIf(sandbox === undefined)('a workspace', () => {
  const makers = {
    sandbox: sandbox as NonNullable<typeof sandbox>,
    install: () => Promise.reject(),
  }
  const attempt = async (task: Task, act: (work: string) => void, arm: 'nothing' | 'catalog' = 'nothing') => {
    const planned = { task, arm, trial: 1 } as const
    const folder = join(temporaryFolder(), folderName(planned))
    await prepare(planned, folder, built, program, makers)
    act(join(folder, 'work'))
    return { folder, trial: await score(planned, folder, about, makers) }
  }
  const filesOf = (task: Task) => Object.keys({ ...task.files, ...task.solution })
  const solve = (task: Task) => (work: string) => {
    for (const [name, text] of Object.entries(task.solution)) writeFileSync(join(work, name), text)
  }

  test.each(quick.slice(0, 4).map((task) => ({ task, id: task.id })))(
    '$id passes with the page, not without',
    async ({ task }) => {
      expect((await attempt(task, () => {})).trial).toMatchObject({ success: false, commands: 0 })
      expect((await attempt(task, solve(task))).trial).toMatchObject({ success: true })
    },
  )

  const [task] = quick as [Task]
  test.each<[string, (work: string) => void]>([
    ['deletes the failing command', (work) => rmSync(join(work, 'run.sh'))],
    ['makes the command succeed', (work) => writeFileSync(join(work, 'run.sh'), 'echo success\nexit 0\n')],
    [
      'deletes the program',
      (work) =>
        filesOf(task).forEach((name) => {
          rmSync(join(work, name), { force: true })
        }),
    ],
    [
      'prints success',
      (work) =>
        filesOf(task).forEach((name) => {
          writeFileSync(
            join(work, name),
            name.endsWith('.py') ? 'print("success")\n' : 'console.log("success")\n',
          )
        }),
    ],
    [
      'prints what a working program prints, in its place',
      (work) =>
        filesOf(task).forEach((name) => {
          const lines = task.goal.map((line) =>
            name.endsWith('.py') ? `print(${JSON.stringify(line)})` : `console.log(${JSON.stringify(line)})`,
          )
          writeFileSync(join(work, name), `${lines.join('\n')}\n`)
        }),
    ],
    [
      'writes a verifier of its own',
      (work) => {
        for (const name of ['verifier.json', 'tasks.json', 'verify.sh', '../verifier.json'])
          writeFileSync(join(work, name), '{"success": true, "goal": [], "keep": 0}')
      },
    ],
    [
      'links to what is elsewhere',
      (work) => {
        for (const name of Object.keys(task.files)) {
          rmSync(join(work, name))
          symlinkSync('/etc/hostname', join(work, name))
        }
      },
    ],
  ])('of an agent that %s fails', async (_, cheat) => {
    expect((await attempt(task, cheat)).trial.success).toBe(false)
  })

  test('shows an agent neither the verifier nor the page', async () => {
    const { folder } = await attempt(task, () => {})
    const all = filesBelow(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
    expect(all).not.toContain(task.id)
    const changed = Object.entries(task.solution).flatMap(([name, text]) =>
      text.split('\n').filter((line) => line.trim().length > 12 && !task.files[name]?.includes(line.trim())),
    )
    expect(changed.filter((line) => all.includes(line))).toEqual([])
  })

  test('with the catalog asks it after a failure, and the log says so', async () => {
    const known = quick.filter(({ stratum }) => stratum === 'known' || stratum === 'look-alike')
    for (const task of known.slice(0, 6)) {
      const { folder } = await attempt(task, () => {}, 'catalog')
      const runs = [1, 2].map(() => spawnSync(join(folder, 'try'), { encoding: 'utf8' }))
      if (runs[0]?.status === 0) continue
      expect(readFileSync(join(folder, 'log'), 'utf8')).toMatch(/^try \d+\nhook fixdex match [03]\ntry/)
      return
    }
    expect.unreachable()
  })

  test('of an agent in its enclosure is solved with the text it was given', async () => {
    const planned = { task, arm: 'nothing', trial: 1 } as const
    const folder = join(temporaryFolder(), folderName(planned))
    await prepare(planned, folder, built, program, makers)
    const [name = '', text = ''] = Object.entries(task.solution)[0] ?? []
    const agent = `cat > got; ls ${root}/content > seen 2>&1; printf %s '${Buffer.from(text).toString('base64')}' | base64 -d > 'work/${name}'; ./try; echo '{"tokens": 7}' > report.json`
    const seconds = await runAgent(agent, folder, { root, modules: undefined, timeout: 60, bare: false })
    const trial = await score(planned, folder, { ...about, seconds }, makers)
    expect(trial).toMatchObject({ success: true, tokens: 7, commands: 1, asked: false })
    expect(readFileSync(join(folder, 'got'), 'utf8')).toContain('# Task')
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toContain('No such file')
    const file = join(temporaryFolder(), 'trials.jsonl')
    addTrial(file, trial)
    expect(readTrials(file).map(keyOf)).toEqual([keyOf(trial)])
  })
})

test('an arm that a task does not have is left out', () => {
  const without = tasks.find(({ stratum }) => stratum === 'no page') as Task
  expect(plan([without], ['nothing', 'right page', 'wrong page'], 2)).toHaveLength(4)
})

const trialOf = (task: number, arm: Trial['arm'], success: boolean): Trial => ({
  ...{ task: `auth/p${task}`, stratum: strata[0], arm, trial: 1, ...about, success },
  ...{ commands: 2, failed: 1, asked: arm === 'catalog', answered: success, byHook: false },
})

test('the statistics are those of the books', () => {
  expect(interval(8, 10).map((share) => Math.round(share * 1000))).toEqual([490, 943])
  const gained = Array.from({ length: 6 }, (): [boolean, boolean] => [true, false])
  expect(mcnemar(gained)).toBeCloseTo(0.03125)
  expect(mcnemar([...gained, [false, true]])).toBeCloseTo(0.125)
  expect(mcnemar([[true, true]])).toBe(1)
  expect(bootstrap(gained)).toEqual([1, 1])
  const [low, high] = bootstrap([...gained, ...gained.map((): [boolean, boolean] => [false, false])])
  expect(low).toBeGreaterThan(0.15)
  expect(high).toBeLessThan(0.85)
})

test('the report counts gains, harm and what the catalog did', () => {
  const trials = [1, 2, 3, 4].flatMap((task) => [
    trialOf(task, 'nothing', task === 4),
    trialOf(task, 'catalog', task < 4),
  ])
  const text = reportText(trials, 'Four trials by a script.')
  expect(text.startsWith('Four trials by a script.')).toBe(true)
  expect(text).toContain('| catalog | 4 | 3 | 1 | 50 ')
  expect(text).toContain('| all | 1 of 4 (5%–70%) | 3 of 4 (30%–95%) |')
  expect(text).toContain('asked in 4 of 4 trials, answered in 3 of 4 trials')
  expect(plot(trials)).toMatch(/^<svg [\s\S]*catalog[\s\S]*3 of 4/)
})

test('a task is exported with its tests apart from what the agent sees', () => {
  const dir = temporaryFolder()
  const [task] = quick as [Task]
  writeHarborTask(task, dir)
  const folder = join(dir, task.id.replace('/', '-'))
  for (const name of [
    'instruction.md',
    'task.toml',
    'environment/Dockerfile',
    'environment/work/run.sh',
    'solution/solve.sh',
    'tests/test.sh',
  ])
    expect(existsSync(join(folder, name)), name).toBe(true)
  const shown = filesBelow(join(folder, 'environment')).map((name) =>
    readFileSync(join(folder, 'environment', name), 'utf8'),
  )
  expect(shown.join('\n')).not.toContain('"keep"')
  expect(spawnSync('python3', ['-m', 'py_compile', join(folder, 'tests/check.py')]).status).toBe(0)
  expect(spawnSync('bash', ['-n', join(folder, 'solution/solve.sh')]).status).toBe(0)
})
