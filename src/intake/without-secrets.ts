import { type FoundSecret, findSecrets } from '../checks/secret.ts'

/** Kind and line of a removed key or password. Never the value. */
export interface RemovedSecret {
  readonly name: string
  readonly line: number
}

/** Replaces a secret; the checks accept it as a placeholder. */
export const redacted = '<redacted>'

/**
 * Removes keys and passwords that look real. A draft is committed, and a repository keeps what was once committed, so they
 * are removed before anything is written or shown.
 */
export function withoutSecrets(text: string): { text: string; removed: RemovedSecret[] } {
  const spans = secretSpans(text)
  let at = 0
  let rest = ''
  for (const { start, end } of spans) {
    rest += text.slice(at, start) + redacted
    at = end
  }
  rest += text.slice(at)
  const removed = spans.map(({ name, start }) => ({ name, line: text.slice(0, start).split('\n').length }))
  if (spans.length === 0) return { text, removed }
  // A secret may hide another one.
  const again = withoutSecrets(rest)
  return { text: again.text, removed: [...removed, ...again.removed] }
}

/** In order and without overlaps. */
function secretSpans(text: string): FoundSecret[] {
  const apart: FoundSecret[] = []
  for (const span of findSecrets(text).sort((a, b) => a.start - b.start)) {
    if (span.start >= (apart.at(-1)?.end ?? 0)) apart.push(span)
  }
  return apart
}
