import { createInterface } from 'node:readline'
import { S_BAR, S_STEP_ACTIVE } from '@clack/prompts'
import type { Environment } from './environment.ts'

/** Nobody types this fast: an empty line that more lines follow at once is part of a paste. */
const pasteGap = 120

/**
 * Asks for a text of many lines, which an empty line ends; undefined after Ctrl+C. The prompts of the library draw the
 * whole text anew at every character, so that a pasted log takes a minute there.
 */
export function askForPaste(
  question: string,
  { input, output }: NonNullable<Environment['person']>,
): Promise<string | undefined> {
  output.write(`${S_BAR}\n${S_STEP_ACTIVE}  ${question}\n`)
  const reader = createInterface({ input, output, prompt: `${S_BAR}  `, historySize: 0 })
  const lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  let cancelled = false
  reader.on('line', (line) => {
    clearTimeout(timer)
    lines.push(line)
    if (line.trim() === '') timer = setTimeout(() => reader.close(), pasteGap)
    else reader.prompt()
  })
  reader.on('SIGINT', () => {
    cancelled = true
    reader.close()
  })
  reader.prompt()
  return new Promise((done) => {
    reader.on('close', () => {
      clearTimeout(timer)
      done(cancelled ? undefined : lines.join('\n').trimEnd())
    })
  })
}
