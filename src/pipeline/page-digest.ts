import { hash } from 'node:crypto'
import { textDigest } from '../content/text-digest.ts'
import { type CompileSettings, commonSettings, ownSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'

const common = new WeakMap<CompileSettings, string>()

/**
 * Changes with everything that a file compiles from: its path and text, and what the work on it knows of the site. Only
 * the program itself is not in it.
 */
export function pageDigest(source: SourceFile, settings: CompileSettings): string {
  let shared = common.get(settings)
  if (shared === undefined) {
    shared = digestOf(commonSettings(settings))
    common.set(settings, shared)
  }
  return digestOf([shared, source.path, textDigest(source), ownSettings(settings, source.path)])
}

const digestOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22)
