import type { Job, Limits } from './sandbox.ts'
import type { Startable } from './service.ts'

/** Descriptor on which the script says `ready` just before the block, or why it did not get there. */
export const statusFd = 4

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
