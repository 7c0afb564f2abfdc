import { type MessagePort, workerData } from 'node:worker_threads'
import type { CompileSettings } from '../model/compile-settings.ts'
import { writeSegment } from './page-store.ts'
import { compileTasks, type SharedSources } from './shared-sources.ts'

/** What a helping thread is started with. */
export interface WorkerTask {
  readonly shared: SharedSources
  readonly settings: CompileSettings
  readonly dir: string
  readonly port: MessagePort
  /** Counts signs of life; whoever waits for this thread is woken by them. */
  readonly life: Int32Array
}

const { shared, settings, dir, port, life } = workerData as WorkerTask
const stir = () => {
  Atomics.add(life, 0, 1)
  Atomics.notify(life, 0)
}
const segment = writeSegment(dir)
try {
  for (const { digest, compiled } of compileTasks(shared, settings)) {
    segment.write(digest, compiled)
    stir()
  }
} catch {
  // What is missing is compiled by whoever waits, and that one tells what went wrong.
}
port.postMessage(segment.end())
stir()
