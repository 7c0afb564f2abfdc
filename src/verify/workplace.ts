import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from '../model/fault.ts'
import { fill } from '../model/text.ts'
import { etcFiles, sandboxOptions, wordsOf } from './bubblewrap.ts'
import { insideFiles, insideProject, type Job, type Machine, type Sandbox, thisMachine } from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'
import { readData, type Startable } from './services.ts'
import { filterFd, statusFd, supervise } from './supervise.ts'

/** Finds a sandbox and checks that it works. The signal kills whatever is running. */
export async function findSandbox(signal: AbortSignal, own: Partial<Machine> = {}): Promise<Sandbox> {
  const bwrap = spawnSync('/bin/sh', ['-c', 'command -v bwrap'], { encoding: 'utf8' }).stdout?.trim()
  if (!bwrap)
    throw new Fault(
      'No sandbox to run the pages’ code in: bubblewrap is not installed',
      'Install it (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap).',
    )
  const machine = { ...thisMachine, ...own }
  const sandbox: Sandbox = {
    workplace: (modules, limits = machine.limits) =>
      openWorkplace({ machine, limits, signal, modules, bwrap }),
  }
  const workplace = sandbox.workplace()
  const { stopped, exitCode } = await workplace.run({ argv: ['true'], files: [], services: [] })
  workplace.remove()
  if (stopped === undefined && exitCode === 0) return sandbox
  throw new Fault(
    `No sandbox works here: ${stopped ?? `exit code ${exitCode}`}`,
    'bubblewrap needs user namespaces: on Ubuntu 24.04 set kernel.apparmor_restrict_unprivileged_userns=0, in a container allow them.',
  )
}

interface Plan {
  readonly machine: Machine
  readonly limits: Machine['limits']
  readonly signal: AbortSignal
  readonly modules: string | undefined
  readonly bwrap: string
}

/** Creates a page's folder, in which each block runs in its own sandbox. */
function openWorkplace(plan: Plan): ReturnType<Sandbox['workplace']> {
  const folder = mkdtempSync(join(plan.machine.temporary, 'fixdex-verify-'))
  const project = join(folder, 'project')
  mkdirSync(project)
  let runs = 0
  const start = sandboxIn(folder, project, plan)
  return {
    run(job) {
      const run = join(folder, `run-${++runs}`)
      stage(join(run, 'files'), job.files)
      return start(job, run)
    },
    take(name, to) {
      const from = join(project, name)
      // A symbolic link would expose its target on the host to the next sandbox.
      if (!lstatSync(from).isDirectory()) throw new Error(`${name} is not a folder`)
      const { status, stderr } = spawnSync('mv', ['-T', '--', from, to], { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
    },
    remove() {
      // A tree can be deeper than the longest path; `rm` can delete it anyway.
      spawnSync('rm', ['-rf', '--', folder])
    },
  }
}

function sandboxIn(folder: string, project: string, { machine, limits, signal, modules, bwrap }: Plan) {
  const { root } = machine
  const etc = join(folder, 'etc')
  // A uid that nobody has, so that its process limit is its own and it owns no files.
  const uid = root ? 0x6000_0000 + randomInt(0x0fff_ffff) : 1000
  if (root) chownSync(project, uid, uid)
  const dropped = root ? wordsOf('drop', { uid }) : []
  stage(etc, etcFiles(uid))
  const filter = seccompFilter(process.arch)
  return (job: Job, run: string) => {
    const files = join(run, 'files')
    // The user inside must be able to read these regardless of the caller's umask.
    if (root) spawnSync('chmod', ['-R', 'a+rX', etc, files])
    const services = job.services.length > 0
    const own = { project, files, etc, modules, registry: job.registry, services }
    const seccomp = filter ? ['--seccomp', `${filterFd}`] : []
    const options = [...seccomp, ...sandboxOptions(machine, uid, own)].join('\0')
    const inside = [...dropped, 'bash', '--norc', '-c', initScript(job, limits)]
    const argv = [bwrap, '--args', '3', '--', ...inside]
    return supervise({ argv, options, filter, folder: run, project, limits, signal })
  }
}

/** Writes files to a staging folder. They are copied from inside the sandbox, where a page's symbolic links do no harm. */
function stage(dir: string, files: Job['files']): void {
  mkdirSync(dir, { recursive: true })
  for (const { name, text } of files) {
    const file = join(dir, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const scripts = readData<Readonly<Record<'init' | 'service', string>>>('scripts')

const initScript = ({ argv, services }: Job, limits: Plan['limits']): string =>
  fill(scripts.init, {
    status: statusFd,
    processes: limits.processes * 2,
    fileKilobytes: Math.ceil(limits.diskBytes / 1024),
    dataKilobytes: Math.ceil((limits.memory * 4) / 1024),
    files: insideFiles,
    project: insideProject,
    environment: services.flatMap(({ env }) => Object.entries(env).map(exportOf)).join('\n'),
    services: services.map(serviceScript).join('\n'),
    command: argv.map(quote).join(' '),
  })

const exportOf = ([name, value]: [string, string]): string => `export ${name}=${quote(value)}`

const serviceScript = ({ name, start, ready }: Startable): string =>
  fill(scripts.service, {
    ...{ status: statusFd, name, command: start.map(quote).join(' ') },
    connects: typeof ready === 'number' ? `(exec 9<>/dev/tcp/127.0.0.1/${ready})` : `[ -S ${quote(ready)} ]`,
  })

/** Quotes a word for the shell. */
export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
