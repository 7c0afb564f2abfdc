import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { CompileSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { compileTasks } from './compile-tasks.ts'
import type { WorkerTask } from './compile-worker.ts'
import { type RecordPlace, writeSegment } from './page-store.ts'

type Places = ReadonlyMap<string, RecordPlace>

export interface ParallelOptions {
  /** The folder that the sources were read from. */
  readonly content: string
  /** Where segments are written. */
  readonly dir: string
  /** Threads that may compile, this one included. */
  readonly threads: number
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** A thread takes a third of a second to start and to warm up, in which this one compiles some hundred files. */
const filesPerThread = 500

/**
 * The parser's memory is given back when a thread comes to rest between two files. This one does not before the site is
 * built, and keeps some 15 KB a file, so it leaves large catalogs to the others and waits.
 */
const mostCompiledHere = 2000

/** Without a sign of life for so long, a thread is given up, and what it had taken on is compiled here. */
const patience = 60_000

/**
 * Compiles files into segments of a store, on several threads where that pays. All of them, this one included, take the
 * next file from one counter and read it themselves; what they made lies on the disk, so nothing but paths and places goes
 * from thread to thread.
 */
export function compileInParallel(
  sources: readonly SourceFile[],
  settings: CompileSettings,
  { content, dir, threads, onProgress }: ParallelOptions,
): Places[] {
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const paths = sources.map(({ path }) => path)
  const waits = sources.length > mostCompiledHere
  const most = Math.floor(sources.length / filesPerThread)
  const helpers = Array.from({ length: Math.min(waits ? threads : threads - 1, most) }, () =>
    startHelper({ content, paths, counter, settings, dir }),
  )
  const segment = writeSegment(dir)
  if (!waits) {
    for (const { digest, compiled, at } of compileTasks(sources, counter, settings)) {
      segment.write(digest, compiled)
      onProgress?.(at, sources.length)
    }
  }
  const done = () => onProgress?.(Math.min(Atomics.load(counter, 0), sources.length), sources.length)
  return [segment.end(), ...helpers.map((filled) => filled(done))]
}

/** Gives what waits for the places that the thread has filled, and tells whenever it shows a sign of life. */
function startHelper(task: Omit<WorkerTask, 'port' | 'life'>): (onLife: () => void) => Places {
  const { port1, port2 } = new MessageChannel()
  const life = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(new URL('../pipeline/compile-worker.js', import.meta.url), {
    workerData: { ...task, port: port2, life } satisfies WorkerTask,
    transferList: [port2],
    // Trees live for as long as their file takes: room for many of them spares the collector. What lives longer takes
    // some 60 MB; without a limit it would be let grow to five times as much before it is looked through.
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 192 },
  })
  worker.unref()
  // One that ends early, for want of memory, leaves its files to this thread: no reason to end the program.
  worker.on('error', () => {})
  return (onLife) => {
    for (;;) {
      const seen = Atomics.load(life, 0)
      const received = receiveMessageOnPort(port1)
      if (received) {
        port1.close()
        return received.message as Places
      }
      if (Atomics.wait(life, 0, seen, patience) === 'timed-out') {
        void worker.terminate()
        return new Map()
      }
      onLife()
    }
  }
}
