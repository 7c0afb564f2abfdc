import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { siteBelow } from '../src/pipeline/disk.ts'
import { load } from '../src/pipeline/load.ts'
import { executedPages } from '../src/verify/choose-pages.ts'
import { installer } from '../src/verify/packages.ts'
import { findSandbox } from '../src/verify/workplace.ts'
import { type Arm, arms, readBuilt } from './uplift/arms.ts'
import { writeHarborTask } from './uplift/harbor.ts'
import { plot, reportText } from './uplift/report.ts'
import { balanced, type Makers, readTasks, type TaskEntry, tryPage } from './uplift/tasks.ts'
import {
  addTrial,
  choose,
  folderName,
  keyOf,
  type Plan,
  plan,
  prepare,
  readTrials,
  runAgent,
  score,
} from './uplift/trials.ts'

/*
 * Does a page help? Agents get tasks that were made from executed pages, with and without the catalog; a hidden verifier
 * decides. Needs a built catalog in dist/ and a sandbox.
 */

const help = `npm run uplift -- --agent COMMAND --name NAME    runs an agent: TASK.md on standard input, in the trial's folder
npm run uplift -- --prepare DIR                  writes a folder for each trial, for agents that are started by hand
npm run uplift -- --score DIR --name NAME        verifies these folders and adds their records
npm run uplift -- --report                       writes content/proof/ from the records
npm run uplift -- --export DIR                   the tasks as a Harbor/Terminal-Bench data set
npm run uplift -- --make-tasks                   tries all executed pages as tasks, minutes

--arms LIST      of ${arms.join(', ')} (default: nothing,catalog,wrong page)
--tasks N        a few of each stratum (default: 30)
--trials K       of each task with each arm (default: 1)
--records FILE   JSON Lines; trials in it are not made again (default: content/proof/trials.jsonl)
--timeout S      seconds of an agent (default: 900)
--bare           the agent is not enclosed by bubblewrap
`

const { values: flags } = parseArgs({
  options: {
    agent: { type: 'string' },
    name: { type: 'string' },
    prepare: { type: 'string' },
    score: { type: 'string' },
    report: { type: 'boolean' },
    export: { type: 'string' },
    'make-tasks': { type: 'boolean' },
    arms: { type: 'string', default: 'nothing,catalog,wrong page' },
    tasks: { type: 'string', default: '30' },
    trials: { type: 'string', default: '1' },
    records: { type: 'string' },
    timeout: { type: 'string', default: '900' },
    bare: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})

const root = join(import.meta.dirname, '..')
const content = join(root, 'content')
const taskFile = join(import.meta.dirname, 'uplift/tasks.json')
const program = join(root, 'lib/cli/main.js')
const proof = join(content, 'proof')
const records = resolve(flags.records ?? join(proof, 'trials.jsonl'))
const today = new Date().toISOString().slice(0, 10)

async function tools(): Promise<Makers> {
  const { signal } = new AbortController()
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fixdex', 'packages')
  const sandbox = await findSandbox(signal)
  return { sandbox, install: installer(cache, sandbox) }
}

const allTasks = () => readTasks(taskFile, executedPages(content))

function planned(): Plan[] {
  const wanted = flags.arms.split(',').map((name) => name.trim())
  const unknown = wanted.find((name) => !arms.includes(name as Arm))
  if (unknown !== undefined) throw new Error(`no arm “${unknown}”, expected some of ${arms.join(', ')}`)
  return plan(choose(allTasks(), Number(flags.tasks)), wanted as Arm[], Number(flags.trials))
}

function built() {
  const site = siteBelow(join(root, 'dist'), 'match.json')
  if (site === undefined) throw new Error('no catalog in dist/: run npm run build')
  return readBuilt(join(root, 'dist', site))
}

function agentName(): string {
  if (flags.name === undefined)
    throw new Error('say --name NAME: the agent and its model, as the report names it')
  return flags.name
}

async function runTrials(agent: string): Promise<void> {
  const [name, makers, catalog] = [agentName(), await tools(), built()]
  mkdirSync(dirname(records), { recursive: true })
  const done = new Set(readTrials(records).map(keyOf))
  const open = planned().filter((one) => !done.has(keyOf({ ...one, task: one.task.id, agent: name })))
  for (const [at, one] of open.entries()) {
    const folder = join(tmpdir(), `uplift-${process.pid}`, folderName(one))
    const modules = await prepare(one, folder, catalog, program, makers)
    const options = { root, modules, timeout: Number(flags.timeout), bare: flags.bare }
    const seconds = await runAgent(agent, folder, options)
    const trial = await score(one, folder, { agent: name, date: today, seconds }, makers)
    addTrial(records, trial)
    rmSync(folder, { recursive: true, force: true })
    console.error(
      `${at + 1} of ${open.length} ${trial.success ? 'solved' : 'FAILED'} ${one.arm}: ${one.task.id}`,
    )
  }
}

/** What the folders of `--prepare` stand for: beside them, because agents see only their own. */
const indexOf = (dir: string): string =>
  join(resolve(dir), '..', `${resolve(dir).split('/').at(-1)}.index.json`)

async function prepareAll(dir: string): Promise<void> {
  const [makers, catalog, trials] = [await tools(), built(), planned()]
  for (const one of trials) await prepare(one, join(resolve(dir), folderName(one)), catalog, program, makers)
  const index = trials.map((one) => ({
    folder: folderName(one),
    task: one.task.id,
    arm: one.arm,
    trial: one.trial,
  }))
  writeFileSync(indexOf(dir), `${JSON.stringify(index, null, 1)}\n`)
  console.log(
    `${trials.length} folders in ${dir}; ${indexOf(dir)} says what they are: keep it from the agents`,
  )
}

/** Folders whose agent has not left a `report.json` have not been worked on. */
async function scoreAll(dir: string): Promise<void> {
  const [name, makers] = [agentName(), await tools()]
  mkdirSync(dirname(records), { recursive: true })
  const tasks = new Map(allTasks().map((task) => [task.id, task]))
  const done = new Set(readTrials(records).map(keyOf))
  const index = JSON.parse(readFileSync(indexOf(dir), 'utf8')) as {
    folder: string
    task: string
    arm: Arm
    trial: number
  }[]
  for (const { folder, task: id, arm, trial } of index) {
    const task = tasks.get(id)
    const path = join(resolve(dir), folder)
    if (task === undefined || done.has(keyOf({ task: id, arm, trial, agent: name }))) continue
    if (!existsSync(join(path, 'report.json'))) {
      console.log(`${folder}: not worked on, no report.json`)
      continue
    }
    const scored = await score({ task, arm, trial }, path, { agent: name, date: today }, makers)
    addTrial(records, scored)
    console.log(`${folder}: ${scored.success ? 'solved' : `FAILED, ${scored.reason}`}`)
  }
}

function writeReport(): void {
  const trials = readTrials(records)
  if (trials.length === 0) throw new Error(`no records in ${records}`)
  mkdirSync(proof, { recursive: true })
  const limits = join(proof, 'limits.md')
  const first = existsSync(limits)
    ? readFileSync(limits, 'utf8').trim()
    : 'These are few trials by few agents.'
  writeFileSync(join(proof, 'report.md'), reportText(trials, first))
  writeFileSync(join(proof, 'plot.svg'), plot(trials))
  if (records !== join(proof, 'trials.jsonl')) copyFileSync(records, join(proof, 'trials.jsonl'))
}

async function makeList(): Promise<void> {
  const { pages } = await load(content, { stages: [] })
  const solutions = pages.flatMap((page) => (page.kind === 'solution' ? page.solution : []))
  const makers = await tools()
  const entries: TaskEntry[] = []
  // Pages that install nothing first: they are quick.
  const queue = executedPages(content)
    .sort((a, b) => a.packages.length - b.packages.length)
    .values()
  const work = async () => {
    for (const page of queue) {
      const entry = await tryPage(page, solutions, makers)
      if (entry === undefined) continue
      entries.push(entry)
      console.error(`${entries.length} ${entry.stratum}: ${entry.id}`)
      const lines = balanced(entries).map((one) => `  ${JSON.stringify(one)}`)
      writeFileSync(taskFile, `[\n${lines.join(',\n')}\n]\n`)
    }
  }
  await Promise.all([work(), work(), work()])
}

if (flags.agent !== undefined) await runTrials(flags.agent)
else if (flags.prepare !== undefined) await prepareAll(flags.prepare)
else if (flags.score !== undefined) await scoreAll(flags.score)
else if (flags.export !== undefined)
  for (const task of allTasks()) writeHarborTask(task, resolve(flags.export))
else if (flags['make-tasks']) await makeList()
else if (flags.report) writeReport()
else process.stdout.write(help)
