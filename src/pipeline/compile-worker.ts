import { Tinypool } from 'tinypool'
import type { CompileSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { type Compiled, compileFile } from './compile-file.ts'

const settings: CompileSettings = Tinypool.workerData

/** Compiles a batch of files in a thread of the pool. */
export default (batch: readonly SourceFile[]): Compiled[] =>
  batch.map((source) => compileFile(source, settings))
