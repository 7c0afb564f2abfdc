import { type FoundSecret, findSecrets } from '../checks/secret.ts'

/** A key or password that was taken out: what kind, and in which line it stood. Never the value. */
export interface RemovedSecret {
  readonly name: string
  readonly line: number
}

/** What stands in its place; the gate takes it for the placeholder that it is. */
export const redacted = '<redacted>'

/**
 * A text without the keys and passwords that look real. A draft is committed, and what a repository has once held it
 * holds for good, so they go before anything is written or shown.
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
  // One secret can stand in the shadow of another.
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
