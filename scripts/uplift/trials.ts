import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { type Arm, arms, type Built, fits, usageOf, writeTrial } from './arms.ts'
import { type Makers, modulesFor, strata, type Task, writeWorkspace } from './tasks.ts'
import { readWorkspace, runIn, verdictOn } from './verifier.ts'

/** One try of one agent at one task; a line of the published records. */
export const trialSchema = z.strictObject({
  task: z.string(),
  stratum: z.enum(strata),
  arm: z.enum(arms),
  trial: z.int().min(1),
  agent: z.string().min(1).max(80),
  date: z.iso.date(),
  success: z.boolean(),
  /** Why the verifier refused. */
  reason: z.string().optional(),
  /** Times that the failing command was run, and that it failed. */
  commands: z.int(),
  failed: z.int(),
  /** Was the catalog asked, did it answer, and was that by the hook? */
  asked: z.boolean(),
  answered: z.boolean(),
  byHook: z.boolean(),
  seconds: z.number().optional(),
  tokens: z.int().optional(),
})

export type Trial = z.output<typeof trialSchema>

/** A trial that is to be made. */
export interface Plan extends Pick<Trial, 'arm' | 'trial'> {
  readonly task: Task
}

/** Every task with every arm that it has, the arms of a task one after another. */
export const plan = (tasks: readonly Task[], wanted: readonly Arm[], trials: number): Plan[] =>
  tasks.flatMap((task) =>
    wanted
      .filter((arm) => fits(task, arm))
      .flatMap((arm) => Array.from({ length: trials }, (_, at) => ({ task, arm, trial: at + 1 }))),
  )

/** A few tasks of each stratum, always the same. */
export function choose(tasks: readonly Task[], count: number): Task[] {
  const byStratum = strata.map((stratum) => tasks.filter((task) => task.stratum === stratum))
  const turns = Array.from({ length: tasks.length }, (_, at) => byStratum.flatMap((own) => own[at] ?? []))
  return turns.flat().slice(0, count)
}

/** Tells an agent nothing of task or arm. */
export const folderName = ({ task, arm, trial }: Plan): string =>
  `t${createHash('sha256').update(`${task.id} ${arm} ${trial}`).digest('hex').slice(0, 10)}`

export async function prepare(planned: Plan, folder: string, built: Built, program: string, makers: Makers) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const modules = await modulesFor(planned.task, makers)
  writeWorkspace(planned.task, join(folder, 'work'), modules)
  writeTrial(folder, planned.task, planned.arm, built, program)
  return modules
}

/** What an agent may say of itself in `report.json` in its folder. */
const selfReport = z.object({ tokens: z.int().nonnegative().optional(), seconds: z.number().optional() })

export async function score(
  { task, arm, trial }: Plan,
  folder: string,
  about: Pick<Trial, 'agent' | 'date'> & { readonly seconds?: number },
  makers: Makers,
): Promise<Trial> {
  const files = readWorkspace(join(folder, 'work'))
  const ran = await runIn(makers.sandbox, await modulesFor(task, makers), files, task.command)
  const reason = verdictOn(task, files, ran)
  const said = join(folder, 'report.json')
  const own = existsSync(said) ? selfReport.safeParse(JSON.parse(readFileSync(said, 'utf8'))).data : undefined
  return {
    task: task.id,
    stratum: task.stratum,
    arm,
    trial,
    ...about,
    success: reason === undefined,
    ...(reason !== undefined && { reason }),
    ...usageOf(folder),
    ...own,
  }
}

export const keyOf = ({ task, arm, trial, agent }: Pick<Trial, 'task' | 'arm' | 'trial' | 'agent'>): string =>
  [task, arm, trial, agent].join(' ')

/** JSON Lines; throws with the line of what is wrong. */
export function readTrials(file: string): Trial[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    if (line === '') return []
    const checked = trialSchema.safeParse(JSON.parse(line))
    if (!checked.success) throw new Error(`${file}:${at + 1}: ${z.prettifyError(checked.error)}`)
    return checked.data
  })
}

export const addTrial = (file: string, trial: Trial): void =>
  appendFileSync(file, `${JSON.stringify(trial)}\n`)

/**
 * Runs an agent's command in a trial's folder: the task's text on standard input, the folder and the system's programs in
 * sight, the network as it is because the agent has to reach its model. Returns the seconds that it took.
 */
export async function runAgent(
  command: string,
  folder: string,
  options: {
    readonly root: string
    readonly modules: string | undefined
    readonly timeout: number
    readonly bare: boolean
  },
): Promise<number> {
  const began = performance.now()
  const shell = ['bash', '-c', command]
  const [program = '', ...args] = options.bare ? shell : [...enclosure(folder, options), ...shell]
  const path = `${join(folder, 'bin')}:${process.env.PATH}`
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    env: { ...process.env, PATH: path },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(readFileSync(join(folder, 'TASK.md')))
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), options.timeout * 1000)
  await new Promise<void>((done) => child.on('close', () => done()).on('error', () => done()))
  clearTimeout(timer)
  return Math.round((performance.now() - began) / 100) / 10
}

/** Neither the pages nor the verifier's list are in it: of the project only the program, and no folder around the trial. */
function enclosure(
  folder: string,
  { root, modules }: { root: string; modules: string | undefined },
): string[] {
  const read = ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/opt', '/run/systemd/resolve'].filter(
    (path) => existsSync(path),
  )
  const program = ['lib', 'package.json', 'node_modules'].map((name) => join(root, name))
  return [
    ...['bwrap', '--die-with-parent', '--new-session', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--tmpfs',
      '/tmp',
      '--tmpfs',
      '/home',
      '--setenv',
      'HOME',
      '/home',
    ],
    ...[...read, ...program, ...(modules === undefined ? [] : [modules])].flatMap((path) => [
      '--ro-bind',
      path,
      path,
    ]),
    ...['--bind', folder, folder, '--chdir', folder],
  ]
}
