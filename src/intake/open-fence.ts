import { fenceMark } from '../content/guards.ts'

/** The mark of the code fence that is open behind a line, given the one that was open before it. */
export function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, mark, rest = ''] = fenceMark.exec(line) ?? []
  if (mark === undefined) return open
  if (open !== undefined) return mark.startsWith(open) && rest.trim() === '' ? undefined : open
  return mark.startsWith('`') && rest.includes('`') ? undefined : mark
}

/** The mark of the code fence that is still open at the end of a text, if one is. */
export function openFence(text: string): string | undefined {
  let open: string | undefined
  for (const line of text.split('\n')) open = fenceAfter(line, open)
  return open
}
