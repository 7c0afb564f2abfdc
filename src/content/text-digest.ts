import { createHash } from 'node:crypto'
import type { SourceFile } from '../model/document.ts'

/** Changes with the text of a source. */
export const textDigest = (source: Pick<SourceFile, 'text' | 'digest'>): string =>
  source.digest ?? createHash('sha256').update(source.text).digest('base64url').slice(0, 22)
