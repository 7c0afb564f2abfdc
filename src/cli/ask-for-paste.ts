import { createInterface } from 'node:readline'
import { S_BAR, S_STEP_ACTIVE } from '@clack/prompts'
import type { Environment } from './environment.ts'

/** Nobody types this fast: an empty line that more lines follow at once is part of a paste. */
const pasteGap = 120

/**
 * Asks for a text of many lines, which an empty line ends; undefined after Ctrl+C. The prompts of the library draw the
 * whole text anew at every character, so that a pasted log takes minutes there.
 */
export function askForPaste(
  question: string,
  { input, output }: NonNullable<Environment['person']>,
): Promise<string | undefined> {
  const reader = createInterface({ input, output, prompt: `${S_BAR}  `, historySize: 0 })
  const lines: string[] = []
  let timer: NodeJS.Timeout | undefined
  return new Promise((done) => {
    const end = (text: string | undefined) => {
      clearTimeout(timer)
      reader.close()
      done(text)
    }
    reader.on('line', (line) => {
      clearTimeout(timer)
      lines.push(line)
      if (line.trim() === '') timer = setTimeout(() => end(lines.join('\n').trimEnd()), pasteGap)
      else reader.prompt()
    })
    reader.on('SIGINT', () => end(undefined))
    reader.on('close', () => end(lines.join('\n').trimEnd()))
    output.write(`${S_BAR}\n${S_STEP_ACTIVE}  ${question}\n`)
    reader.prompt()
  })
}
