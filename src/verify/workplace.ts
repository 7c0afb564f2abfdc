import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dropTo, etcFiles, pythonBeside, sandboxOptions } from './bubblewrap.ts'
import {
  type Bounds,
  insideFiles,
  insideProject,
  type Job,
  type Limits,
  type Machine,
  type Ran,
  type Workplace,
} from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'
import type { Startable } from './services.ts'
import { filterFd, statusFd, supervise } from './supervise.ts'

/**
 * A page's folder, over which each of its blocks runs in a sandbox of its own, made by the program `bwrap`. Without one
 * there is only the folder and the limits: what a block leaves running in a session of its own stays, the network is
 * there, and so are the user's files.
 */
export function openWorkplace(
  machine: Machine,
  bounds: Bounds,
  modules: string | undefined,
  bwrap: string | undefined,
): Workplace {
  const folder = mkdtempSync(join(machine.temporary, 'fixdex-verify-'))
  const project = join(folder, 'project')
  mkdirSync(project)
  let runs = 0
  const start =
    bwrap === undefined
      ? onBareHost(machine, bounds, folder, modules)
      : inSandbox(machine, bounds, folder, modules, bwrap)
  return {
    run(job) {
      const run = join(folder, `run-${++runs}`)
      stage(join(run, 'files'), job.files)
      return start(job, run)
    },
    take(name, to) {
      const from = join(project, name)
      // A link in place of the folder would show the next sandbox what it leads to on this machine.
      if (!lstatSync(from).isDirectory()) throw new Error(`${name} is not a folder`)
      const { status, stderr } = spawnSync('mv', ['-T', '--', from, to], { encoding: 'utf8' })
      if (status !== 0) throw new Error(stderr)
    },
    remove() {
      // A tree can be deeper than the longest path, which only rm itself can take away.
      spawnSync('rm', ['-rf', '--', folder])
    },
  }
}

type RunIn = (job: Job, run: string) => Promise<Ran>

function onBareHost(
  { variables }: Machine,
  bounds: Bounds,
  folder: string,
  modules: string | undefined,
): RunIn {
  const project = join(folder, 'project')
  if (modules !== undefined) symlinkSync(modules, join(project, 'node_modules'))
  const PYTHONPATH = modules === undefined ? undefined : pythonBeside(modules)
  const env = { PATH: variables.PATH, HOME: folder, LANG: 'C.UTF-8', TZ: 'UTC', PYTHONPATH }
  return (job, run) => {
    const script = initScript(job, bounds.limits, join(run, 'files'), project)
    const argv = ['bash', '--norc', '-c', script]
    return supervise({ argv, env, folder: run, project, group: true }, bounds)
  }
}

function inSandbox(
  machine: Machine,
  bounds: Bounds,
  folder: string,
  modules: string | undefined,
  bwrap: string,
): RunIn {
  const { root, architecture } = machine
  const project = join(folder, 'project')
  const etc = join(folder, 'etc')
  // Not a user of this machine, so that the kernel counts its processes alone and lets it touch nothing by owner.
  const uid = root ? 0x6000_0000 + randomInt(0x0fff_ffff) : 1000
  if (root) chownSync(project, uid, uid)
  stage(
    etc,
    Object.entries(etcFiles(uid)).map(([name, text]) => ({ name, text })),
  )
  const filter = seccompFilter(architecture)
  return (job, run) => {
    const files = join(run, 'files')
    // Whatever the caller's umask is, the user inside must be able to read.
    if (root) spawnSync('chmod', ['-R', 'a+rX', etc, files])
    const { registry } = job
    const own = { project, files, etc, modules, registry, services: job.services.length > 0 }
    const options = [
      ...(filter ? ['--seccomp', `${filterFd}`] : []),
      ...sandboxOptions(machine, uid, own),
    ].join('\0')
    const limits = `ulimit -u ${bounds.limits.processes * 2}`
    const script = `${limits}\n${initScript(job, bounds.limits, insideFiles, insideProject)}`
    const inside = [...(root ? dropTo(uid) : []), 'bash', '--norc', '-c', script]
    const argv = [bwrap, '--args', '3', '--', ...inside]
    return supervise({ argv, options, filter, folder: run, project }, bounds)
  }
}

/** Writes files into a folder of their own, from which they are copied inside, where no link of the page matters. */
function stage(dir: string, files: Job['files']): void {
  mkdirSync(dir, { recursive: true })
  for (const { name, text } of files) {
    const file = join(dir, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** What runs first inside of the sandbox: limits, files, services, and then the block in its place. */
function initScript({ argv, services }: Job, limits: Limits, files: string, project: string): string {
  return [
    `fail() { echo "$*" >&${statusFd}; exit 125; }`,
    'exec 3>&- 5>&-',
    // Who asks for the most memory is the first to go when the machine itself runs out.
    'echo 1000 2>/dev/null > /proc/self/oom_score_adj',
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(limits.diskBytes / 1024)}`,
    `ulimit -d ${Math.ceil((limits.memory * 4) / 1024)}`,
    `cp -R --remove-destination ${quote(files)}/. ${quote(project)}/ 2>&${statusFd} || exit 125`,
    ...services.flatMap(({ env }) =>
      Object.entries(env).map(([name, value]) => `export ${name}=${quote(value)}`),
    ),
    ...services.flatMap(startScript),
    `echo ready >&${statusFd}`,
    `exec ${statusFd}>&- 2>&1 ${argv.map(quote).join(' ')}`,
  ].join('\n')
}

/** Starts a service and waits until it accepts connections, half a minute at most. */
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

/** One word of a shell, whatever it holds. */
export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
