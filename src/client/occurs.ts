import { wholeMessages } from './find-messages.ts'
import { prepare } from './prepare.ts'
import { textWords } from './text-words.ts'

/** Does the message stand in the text, with anything in the place of its varying parts? */
export function occurs(message: string, text: string): boolean {
  const tables = prepare([{ id: '', title: '', errors: [message], signs: [], codes: [], products: [] }])
  return wholeMessages(tables, textWords(text, tables.vocabulary, tables.weights)).length > 0
}
