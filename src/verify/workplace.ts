import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Bounds, Job, Limits, Machine, Ran, Workplace } from './sandbox.ts'
import type { Startable } from './services.ts'
import { type Start, statusFd, supervise } from './supervise.ts'
import { etcFiles, type Own, type View, viewOf } from './view.ts'

/** What distinguishes one kind of sandbox from another. */
export interface Kind {
  /** Who the block runs as, inside. */
  readonly uid: number
  readonly places: Places
  /** How to run a script in a sandbox with this view; `folder` is for what the run needs outside. */
  start(view: View, script: string, folder: string): Pick<Start, 'argv'> & Partial<Start>
}

/** A page's folder, over which each of its blocks runs in a sandbox of its own. */
export function openWorkplace(
  machine: Machine,
  bounds: Bounds,
  modules: string | undefined,
  kind: Kind,
): Workplace {
  const folder = mkdtempSync(join(machine.temporary, 'fixdex-verify-'))
  const project = join(folder, 'project')
  const etc = join(folder, 'etc')
  mkdirSync(project)
  if (machine.root) chownSync(project, kind.uid, kind.uid)
  stage(
    etc,
    Object.entries(etcFiles(kind.uid)).map(([name, text]) => ({ name, text })),
  )
  let runs = 0
  return {
    run(job: Job): Promise<Ran> {
      const run = join(folder, `run-${++runs}`)
      const files = join(run, 'files')
      stage(files, job.files)
      // Whatever the caller's umask is, the user inside must be able to read.
      if (machine.root) spawnSync('chmod', ['-R', 'a+rX', etc, files])
      const { registry } = job
      const own: Own = { project, files, etc, modules, registry, services: job.services.length > 0 }
      const script = initScript(job, bounds.limits, kind.places)
      return supervise({ folder: run, project, ...kind.start(viewOf(machine, own), script, run) }, bounds)
    },
    take: (name, to) => takeFolder(project, name, to),
    remove() {
      // A tree can be deeper than the longest path, which only rm itself can take away.
      spawnSync('rm', ['-rf', '--', folder])
    },
  }
}

/** A link in place of the folder would show the next sandbox what it leads to on this machine. */
export function takeFolder(project: string, name: string, to: string): void {
  const from = join(project, name)
  if (!lstatSync(from).isDirectory()) throw new Error(`${name} is not a folder`)
  const { status, stderr } = spawnSync('mv', ['-T', '--', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Writes files into a folder of their own, from which they are copied inside, where no link of the page matters. */
export function stage(dir: string, files: Job['files']): void {
  mkdirSync(dir, { recursive: true })
  for (const { name, text } of files) {
    const file = join(dir, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Where the files of a block lie, and where they belong. */
export interface Places {
  readonly files: string
  readonly project: string
  /** File for what the script has to say, where its caller can't give it a descriptor. */
  readonly status?: string
  /** Is the user inside one of whom the kernel counts nothing else? Then it can keep count of processes. */
  readonly countsProcesses: boolean
}

/** The caller counts more exactly, but only ten times a second: this is never exceeded in between. */
export const mostProcesses = ({ processes }: Limits): number => processes * 2

/** What runs first inside of the sandbox: limits, files, services, and then the block in its place. */
export function initScript({ argv, services }: Job, limits: Limits, places: Places): string {
  const { files, project, status, countsProcesses } = places
  return [
    `fail() { echo "$*" >&${statusFd}; exit 125; }`,
    status === undefined ? 'exec 3>&- 5>&-' : `exec ${statusFd}>${quote(status)}`,
    // Who asks for the most memory is the first to go when the machine itself runs out.
    'echo 1000 2>/dev/null > /proc/self/oom_score_adj',
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(limits.diskBytes / 1024)}`,
    ...(countsProcesses ? [`ulimit -u ${mostProcesses(limits)}`] : []),
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
