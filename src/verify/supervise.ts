import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { type Limits, mega, type Ran } from './sandbox.ts'

/** A sandbox to start. */
export interface Start {
  /** The program that creates it, and its arguments. */
  readonly argv: readonly string[]
  /** Written to descriptor 3. */
  readonly options: string
  /** Written to descriptor 5. */
  readonly filter?: Buffer | undefined
  /** This run's folder, for the pipe. */
  readonly folder: string
  /** The page's folder, whose size is limited. */
  readonly project: string
  readonly limits: Limits
  /** Kills whatever is running. */
  readonly signal: AbortSignal
}

/** The script writes `ready` to this descriptor just before the block, or why it failed to start it. */
export const statusFd = 4

/** bubblewrap reads the seccomp filter from this descriptor. */
export const filterFd = 5

const setupSeconds = 45
const pollMilliseconds = 100

/** Runs a sandbox until it ends or exceeds a limit, and then kills it. */
export async function supervise(start: Start): Promise<Ran> {
  const { limits, signal } = start
  const began = performance.now()
  const { child, reader } = launch(start)
  let stopped: string | undefined
  const stop = (reason: string) => {
    stopped ??= reason
    // Ends all its processes: they live in the namespaces of the first one.
    child.kill('SIGKILL')
  }
  const tooMuch = `it printed more than ${inMegabytes(limits.outputBytes)}`
  const output = collect(reader, limits.outputBytes, () => stop(tooMuch))
  const faults = collect(child.stderr as Socket, 10_000)
  let said = ''
  ;(child.stdio[statusFd] as Socket).on('data', (chunk) => (said += chunk))

  let readyAt: number | undefined
  const poll = setInterval(() => {
    const now = performance.now()
    if (said !== '') readyAt ??= now
    const excess = excessOf(child.pid, start.project, limits)
    if (signal.aborted) stop('it was interrupted')
    else if (excess !== undefined) stop(excess)
    // A block's time starts when the sandbox and its services are ready.
    else if (readyAt === undefined && now - began > Math.max(setupSeconds, limits.seconds) * 1000)
      stop('the sandbox or a service did not start')
    else if (readyAt !== undefined && now - readyAt > limits.seconds * 1000)
      stop(`it was still running after ${limits.seconds} s`)
  }, pollMilliseconds)
  const exitCode = await endOf(child)
  clearInterval(poll)

  const [printed, fault] = await Promise.all([output, faults])
  const unstarted = !said.startsWith('ready\n')
  const notStarted = `the sandbox did not start it: ${(said + fault).trim() || `exit code ${exitCode}`}`
  return {
    exitCode,
    output: printed,
    ...(stopped === undefined ? {} : { stopped }),
    ...(unstarted ? { unstarted, stopped: stopped ?? notStarted } : {}),
  }
}

function launch(start: Start): { child: ChildProcess; reader: Socket } {
  // Node gives its children sockets, which `> /dev/stderr` or `tee /dev/stdout`, common on pages, can't open.
  const path = join(start.folder, 'output')
  spawnSync('mkfifo', ['-m', '666', path])
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writeEnd = openSync(path, constants.O_WRONLY)
  rmSync(path)
  const [program = '', ...args] = start.argv
  const child = spawn(program, args, {
    stdio: ['ignore', writeEnd, 'pipe', 'pipe', 'pipe', 'pipe'],
    env: {},
    cwd: '/',
  })
  closeSync(writeEnd)
  for (const [fd, input] of [[3, start.options] as const, [filterFd, start.filter] as const]) {
    const socket = (child.stdio as readonly unknown[])[fd] as Socket
    // A program that exits at once does not read; its exit code says why.
    socket.on('error', () => {})
    socket.end(input ?? '')
  }
  return { child, reader: new Socket({ fd: readEnd, readable: true, writable: false }) }
}

/** Collects a stream's text, at most this many bytes. */
function collect(stream: Socket, most: number, onMore?: () => void): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    if (bytes <= most) chunks.push(chunk)
    bytes += chunk.length
    if (bytes > most) onMore?.()
  })
  return new Promise((done) => {
    const end = () => done(Buffer.concat(chunks).subarray(0, most).toString('utf8'))
    stream.once('close', end).once('error', end)
  })
}

const endOf = (child: ChildProcess): Promise<number> =>
  new Promise((done) => {
    child.once('error', () => done(127))
    child.once('exit', (code) => done(code ?? 137))
  })

/** Which limit on resources is exceeded, if any. */
function excessOf(pid: number | undefined, project: string, limits: Limits): string | undefined {
  if (pid === undefined) return undefined
  const { tasks, memory, hidden } = usageOf(pid)
  if (memory > limits.memory) return `it used more than ${inMegabytes(limits.memory)} of memory`
  if (tasks > limits.processes) return `it had more than ${limits.processes} processes and threads`
  if (bytesBelow(project, limits.diskBytes) + hidden > limits.diskBytes)
    return `its files grew over ${inMegabytes(limits.diskBytes)}`
  return undefined
}

/** Bytes used by a folder, with 4 KB for each name; stops counting above `most`. Links are not followed. */
function bytesBelow(dir: string, most: number): number {
  let bytes = 0
  const folders = [dir]
  for (let at = folders.pop(); at !== undefined && bytes <= most; at = folders.pop()) {
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name)
        if (entry.isDirectory()) folders.push(path)
        bytes += 4096 + (entry.isFile() ? statSync(path).blocks * 512 : 0)
      }
    } catch (error) {
      // Deleted in the meantime.
      if ((error as NodeJS.ErrnoException).code === 'EACCES') bytes += closedBytes(at)
    }
  }
  return bytes
}

/** Bytes of a folder that its owner can't read: root of a user namespace can. */
function closedBytes(dir: string): number {
  const { stdout } = spawnSync('unshare', ['-r', 'du', '-s', '-B1', '--', dir], { encoding: 'utf8' })
  return Number.parseInt(stdout, 10) || 0
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / mega)} MB`

/**
 * Adds up a process tree: its processes and threads, its anonymous and shared memory in bytes (shared pages counted once),
 * and the bytes of open files that have been deleted. Processes that end in the meantime are not counted.
 */
function usageOf(root: number): { tasks: number; memory: number; hidden: number } {
  const children = new Map<number, number[]>()
  const tasks = new Map<number, number>()
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    // The process name in brackets may contain anything, so parse the fields after its end.
    const stat = read(`/proc/${pid}/stat`).replace(/^.*\) /s, '')
    const [, parent, ...fields] = stat.split(' ').map(Number)
    if (parent === undefined) continue
    children.set(parent, [...(children.get(parent) ?? []), pid])
    tasks.set(pid, fields[15] ?? 0)
  }
  const members = [root]
  for (const pid of members) members.push(...(children.get(pid) ?? []))
  return {
    tasks: members.reduce((sum, pid) => sum + (tasks.get(pid) ?? 0), 0),
    memory: memoryOf(members),
    hidden: unlinkedBytes(members),
  }
}

function memoryOf(members: readonly number[]): number {
  const sum = (bytesOf: (pid: number) => number) => members.reduce((all, pid) => all + bytesOf(pid), 0)
  const quick = sum((pid) => kilobytesIn(`/proc/${pid}/status`, /^Rss(?:Anon|Shmem):\s+(\d+)/gm))
  if (quick < countedExactly) return quick
  return sum((pid) => kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Pss_(?:Anon|Shmem):\s+(\d+)/gm)) || quick
}

const countedExactly = 64 * 1024 * 1024

const kilobytesIn = (file: string, lines: RegExp): number =>
  [...read(file).matchAll(lines)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)

function unlinkedBytes(members: readonly number[]): number {
  const files = new Map<number, number>()
  for (const pid of members) {
    const opened = `/proc/${pid}/fd`
    try {
      for (const name of readdirSync(opened)) {
        const file = statSync(join(opened, name), { throwIfNoEntry: false })
        if (file?.isFile() && file.nlink === 0) files.set(file.ino, file.blocks * 512)
      }
    } catch {
      // Ended in the meantime.
    }
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
