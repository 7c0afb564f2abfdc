import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Tinypool } from 'tinypool'
import type { CompileSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { openPageCache } from './cache.ts'
import { type Compiled, compileFile } from './compile-file.ts'

export interface CompileOptions {
  /** Cache folder; without one everything is compiled. */
  readonly cache?: string | undefined
  /** Cache folders written by `build --shard`. */
  readonly shards?: readonly string[] | undefined
  /** Threads to use, including the main thread. */
  readonly threads?: number | undefined
  /** Called with the number of files compiled so far and in total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** The result of each source, in the order of the sources. */
export type CompiledFiles = ReadonlyMap<SourceFile, Compiled>

/** Compiles the sources that are not in the cache; `compiled` is their number. */
export async function compileAll(
  sources: readonly SourceFile[],
  settings: CompileSettings,
  { cache: dir, shards = [], threads = 1, onProgress }: CompileOptions = {},
): Promise<{ files: CompiledFiles; compiled: number }> {
  const cache = openPageCache(dir, shards, settings)
  const known = sources.map((source) => [source, cache.get(source)] as const)
  // Without a value for now, so that the order is that of the sources.
  const files = new Map(known) as Map<SourceFile, Compiled>
  const missing = sources.filter((source) => !files.get(source))
  let done = 0
  await inBatches(missing, settings, threads, (batch, compiled) => {
    for (const [index, source] of batch.entries()) files.set(source, compiled[index] as Compiled)
    done += batch.length
    onProgress?.(done, missing.length)
  })
  cache.save(files)
  for (const [source, { page, ...rest }] of files)
    if (page) files.set(source, { page: { ...page, digest: cache.keyOf(source) }, ...rest })
  return { files, compiled: missing.length }
}

const filesPerBatch = 10

/** A thread takes half a second to start and warm up, in which the main thread compiles several batches. */
const batchesPerThread = 20

const worker = new URL('../pipeline/compile-worker.js', import.meta.url)

/** All threads, including the main thread, take batches from one queue. */
async function inBatches(
  sources: readonly SourceFile[],
  settings: CompileSettings,
  threads: number,
  add: (batch: readonly SourceFile[], compiled: readonly Compiled[]) => void,
): Promise<void> {
  const queue = Array.from({ length: Math.ceil(sources.length / filesPerBatch) }, (_, at) =>
    sources.slice(at * filesPerBatch, (at + 1) * filesPerBatch),
  )
  // There is no compiled worker when running from sources, as tests do.
  const helpers = existsSync(worker) ? Math.min(threads - 1, Math.floor(queue.length / batchesPerThread)) : 0
  const compileHere = (batch: readonly SourceFile[]) =>
    add(
      batch,
      batch.map((source) => compileFile(source, settings)),
    )
  const pool = helpers > 0 ? startPool(helpers, settings) : undefined
  // Two batches per thread, so that none has to wait while the main thread is busy.
  const helped = Array.from({ length: 2 * helpers }, async () => {
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const own = batch
      // If a thread dies, out of memory, compile its batch here.
      await pool?.run(own).then(
        (compiled) => add(own, compiled),
        () => compileHere(own),
      )
    }
  })
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    compileHere(batch)
    // The parser frees its memory only between turns of the event loop.
    await nextTurn()
  }
  await Promise.all(helped)
  await pool?.destroy()
}

const startPool = (threads: number, settings: CompileSettings): Tinypool =>
  new Tinypool({
    filename: worker.href,
    minThreads: threads,
    maxThreads: threads,
    workerData: settings,
    // With Atomics, threads would block their event loops.
    useAtomics: false,
    // Syntax trees live as long as their file takes to compile; a large young generation saves garbage collections.
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 },
  })
