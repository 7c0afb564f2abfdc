import type { Limits } from './sandbox.ts'
import { insideProject, type Job } from './sandbox.ts'
import type { Service } from './service.ts'

/** Descriptor on which the script says `ready` just before the block, or why it did not get there. */
export const statusFd = 4

/** Where the files of a block lie, and where they belong. */
export interface Places {
  readonly files: string
  readonly project: string
}

export const insidePlaces: Places = { files: '/opt/block', project: insideProject }

/** What runs first inside of the sandbox: limits, files, services, and then the block in its place. */
export function initScript({ argv, services }: Job, limits: Limits, { files, project }: Places): string {
  return [
    `fail() { echo "$*" >&${statusFd}; exit 125; }`,
    'exec 3>&- 5>&-',
    // Who asks for the most memory is the first to go when the machine itself runs out.
    'echo 1000 2>/dev/null > /proc/self/oom_score_adj',
    'ulimit -c 0',
    `ulimit -f ${Math.ceil(limits.diskBytes / 1024)}`,
    // The caller counts more exactly, but only ten times a second: this much is never exceeded in between.
    `ulimit -u ${limits.processes * 2}`,
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
function startScript({ name, start, ready }: Service): string[] {
  if (start === undefined) return []
  const log = `/tmp/${name}.log`
  const connects =
    typeof ready === 'number' ? `(exec 9<>/dev/tcp/127.0.0.1/${ready})` : `[ -S ${quote(ready ?? '')} ]`
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
