import { setImmediate as rest } from 'node:timers/promises'
import { type MessagePort, workerData } from 'node:worker_threads'
import { laterSource } from '../content/read-sources.ts'
import type { CompileSettings } from '../model/compile-settings.ts'
import { compileTasks } from './compile-tasks.ts'
import { type RecordPlace, writeSegment } from './page-store.ts'

/** What a helping thread is started with. */
export interface WorkerTask {
  /** The folder of the content, and the files in it. */
  readonly content: string
  readonly paths: readonly string[]
  /** Shared by all threads: each takes its next file from it. */
  readonly counter: Int32Array
  readonly settings: CompileSettings
  readonly dir: string
  readonly port: MessagePort
  /** Counts signs of life; whoever waits for this thread is woken by them. */
  readonly life: Int32Array
}

/** The parser's memory is given back only at rest. */
const filesBetweenRests = 16

const { content, paths, counter, settings, dir, port, life } = workerData as WorkerTask
const stir = () => {
  Atomics.add(life, 0, 1)
  Atomics.notify(life, 0)
}
async function filled(): Promise<ReadonlyMap<string, RecordPlace>> {
  const segment = writeSegment(dir)
  try {
    const sources = paths.map((path) => laterSource(content, path))
    for (const { at, digest, compiled } of compileTasks(sources, counter, settings)) {
      segment.write(digest, compiled)
      stir()
      if (at % filesBetweenRests === 0) await rest()
    }
  } catch {
    // What is missing is compiled by whoever waits, and that one tells what went wrong.
  }
  return segment.end()
}

port.postMessage(await filled().catch(() => new Map()))
stir()
