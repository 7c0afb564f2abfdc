import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Fault } from '../model/fault.ts'
import { etcFiles, sandboxOptions, wordsOf } from './bubblewrap.ts'
import {
  insideFiles,
  insideProject,
  type Job,
  type Limits,
  type Machine,
  type Ran,
  type Sandbox,
  thisMachine,
  type Workplace,
} from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'
import type { Startable } from './services.ts'
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
  readonly limits: Limits
  readonly signal: AbortSignal
  readonly modules: string | undefined
  readonly bwrap: string
}

/** Creates a page's folder, in which each block runs in its own sandbox. */
function openWorkplace(plan: Plan): Workplace {
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
  return (job: Job, run: string): Promise<Ran> => {
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

/** The first script in the sandbox: sets limits, copies files, starts services, and then executes the block. */
function initScript({ argv, services }: Job, limits: Limits): string {
  return [
    `fail() { echo "$*" >&${statusFd}; exit 125; }`,
    'exec 3>&- 5>&-',
    // If the host runs out of memory, kill this first.
    'echo 1000 2>/dev/null > /proc/self/oom_score_adj',
    `ulimit -u ${limits.processes * 2}`,
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(limits.diskBytes / 1024)}`,
    `ulimit -d ${Math.ceil((limits.memory * 4) / 1024)}`,
    `cp -R --remove-destination ${insideFiles}/. ${insideProject}/ 2>&${statusFd} || exit 125`,
    ...services.flatMap(({ env }) =>
      Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    ),
    ...services.flatMap(startScript),
    `echo ready >&${statusFd}`,
    `exec ${statusFd}>&- 2>&1 ${argv.map(quote).join(' ')}`,
  ].join('\n')
}

/** Starts a service and waits up to half a minute until it accepts connections. */
function startScript({ name, start, ready }: Startable): string[] {
  const log = `/tmp/${name}.log`
  const connects =
    typeof ready === 'number' ? `(exec 9<>/dev/tcp/127.0.0.1/${ready})` : `[ -S ${quote(ready)} ]`
  return [
    `(cd /tmp && exec ${start.map(quote).join(' ')}) >${log} 2>&1 </dev/null ${statusFd}>&- &`,
    'for ((i = 0; i < 600; i++)); do',
    `  ${connects} 2>/dev/null && break`,
    `  kill -0 $! 2>/dev/null || fail "${name} ended: $(tail -n 5 ${log})"`,
    '  sleep 0.05',
    'done',
    `((i < 600)) || fail "${name} is not ready: $(tail -n 5 ${log})"`,
    'disown',
  ]
}

/** Quotes a word for the shell. */
export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
