import { readdirSync, readFileSync } from 'node:fs'

/** What a process and everything below it use up. */
export interface Usage {
  /** Processes and threads, as the kernel counts them against its limit. */
  readonly tasks: number
  /** Bytes that are not shared with a file or between processes. */
  readonly memory: number
}

const pageBytes = 4096

/** Adds up the tree below a process. What ends while it is looked at counts no more. */
export function usageOf(root: number): Usage {
  const parents = new Map<number, number>()
  const tasks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    // The name in brackets may hold anything, so the fields behind it are counted from its end.
    const fields = read(`/proc/${pid}/stat`)
      ?.replace(/^.*\) /s, '')
      .split(' ')
    if (fields === undefined) continue
    parents.set(pid, Number(fields[1]))
    tasks.set(pid, Number(fields[17]))
  }
  const inside = new Set([root])
  const belongs = (pid: number): boolean => {
    const line: number[] = []
    let at: number | undefined = pid
    while (at !== undefined && at > 1 && !inside.has(at)) {
      line.push(at)
      at = parents.get(at)
    }
    const found = at !== undefined && inside.has(at)
    if (found) for (const member of line) inside.add(member)
    return found
  }
  const members = [...parents.keys()].filter(belongs)
  return {
    tasks: members.reduce((sum, pid) => sum + (tasks.get(pid) ?? 0), 0),
    memory: members.reduce((sum, pid) => sum + ownMemory(pid), 0),
  }
}

function ownMemory(pid: number): number {
  const [, resident = 0, shared = 0] = read(`/proc/${pid}/statm`)?.split(' ').map(Number) ?? []
  return (resident - shared) * pageBytes
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
