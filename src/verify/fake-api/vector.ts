import { createHash } from 'node:crypto'

/** A vector of length one that is the same for the same text. It means nothing. */
export function vectorOf(text: string, length: number): number[] {
  const seed = createHash('sha256').update(text).digest()
  const values = Array.from({ length }, (_, index) => Math.sin((seed[index % 32] ?? 0) + index))
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return values.map((value) => Math.round((value / norm) * 1e6) / 1e6)
}
