import { createInterface, type Interface } from 'node:readline/promises'
import type { ZodType } from 'zod'
import { type Account, errorsOf, messageOf } from '../intake/draft.ts'
import { pagesForMessage, pagesForTitle } from '../intake/known-pages.ts'
import { withoutSecrets } from '../intake/pasted-text.ts'
import { frontmatterSchema } from '../model/solution.ts'
import { cut } from '../model/text.ts'
import { type Category, categories, isCategory } from '../model/vocabulary.ts'
import { type Environment, exit } from './environment.ts'
import { printNearPages } from './print-intake.ts'
import type { Desk } from './write-new.ts'

type Asker = ReturnType<typeof askerOf>

/**
 * Asks for the message, the title and the category unless flags give them: the message first, because many have a
 * page already. Comments in the draft ask for the rest. Nothing is written before the last answer; undefined if the user
 * gave up.
 */
export async function askForSolution(
  given: Account,
  desk: Desk,
  { exitWith }: Environment,
  person: NonNullable<Environment['person']>,
): Promise<Account | undefined> {
  const reader = createInterface({ ...person, terminal: true, historySize: 0 })
  const gone = new AbortController()
  reader.once('close', () => gone.abort())
  const asker = askerOf(reader, person.output.write.bind(person.output), gone.signal)
  const { ask, print } = asker
  try {
    const told = messageOf(given) === '' ? await askMessage(given, asker) : given
    const { clean: account } = withoutSecrets(told)
    const near = pagesForMessage(messageOf(account), desk.known)
    if (near.length === 0) print('No page has this message.\n')
    else print(`The catalog has:\n${printNearPages(near, desk)}`)
    if (near.length > 0 && !desk.allowSimilar) {
      const question = 'Does yours have another cause, so that it needs a page of its own? [y/N]'
      const isNew = /^y(es)?$/i.test(await ask(question, () => undefined))
      if (!isNew) {
        print('Nothing was written. Add to that page what it lacks.\n')
        return void exitWith(exit.problems)
      }
    }
    const title = account.title ?? (await askTitle(account, desk, asker))
    const proposed = near[0]?.page.path.split('/')[1]
    const category = account.category ?? (await askCategory(proposed, desk, asker))
    return { ...account, title, category }
  } catch (error) {
    if (!gone.signal.aborted) throw error
    asker.print('\nNothing was written.\n')
    return void exitWith(exit.fault)
  } finally {
    reader.close()
  }
}

/** Milliseconds. Nobody types this fast: if more lines follow an empty one sooner, it is part of a paste. */
const pasteGap = 120

const askerOf = (reader: Interface, print: (text: string) => void, signal: AbortSignal) => ({
  print,
  /** Repeats the question until the answer is valid. */
  ask: async (question: string, problemOf: (answer: string) => string | undefined, proposed = '') => {
    for (let shown = proposed; ; ) {
      const answered = reader.question(`${question}: `, { signal })
      reader.write(shown)
      const answer = (await answered).trim()
      const problem = problemOf(answer)
      if (problem === undefined) return answer
      print(`${problem}\n`)
      shown = answer
    }
  },
  paste: (question: string) => {
    print(`${question}\n`)
    return new Promise<string>((done, fail) => {
      const lines: string[] = []
      let timer: NodeJS.Timeout | undefined
      const take = (line: string) => {
        clearTimeout(timer)
        lines.push(line)
        if (line.trim() !== '') return
        timer = setTimeout(() => {
          reader.off('line', take)
          done(lines.join('\n').trimEnd())
        }, pasteGap)
      }
      reader.on('line', take)
      signal.addEventListener('abort', () => fail(signal.reason))
    })
  },
})

async function askMessage(given: Account, { ask, paste }: Asker): Promise<Account> {
  const text = await paste(
    'Paste the error as it is printed, then an empty line (only an empty line if nothing is printed)',
  )
  if (text.trim() !== '') return { ...given, paste: text }
  const { signs } = frontmatterSchema.shape
  return { ...given, signs: [await ask('What happens instead', problemIn(signs.unwrap().element))] }
}

async function askTitle(account: Account, desk: Desk, { ask, print }: Asker): Promise<string> {
  const near = (title: string) => pagesForTitle(title, desk.known)
  const problemOf = (title: string) =>
    problemIn(frontmatterSchema.shape.title)(title) ??
    (near(title).some(({ nearness }) => nearness === 'same title')
      ? 'Another page has this title.'
      : undefined)
  const question = 'Title: the product, and the error as its reader would name it'
  const title = await ask(question, problemOf, cut(errorsOf(account)[0] ?? '', 120))
  if (near(title).length > 0) print(`Titles like it:\n${printNearPages(near(title), desk)}`)
  return title
}

async function askCategory(proposed: string | undefined, { site }: Desk, { ask, print }: Asker) {
  for (const name of categories) print(`  ${name.padEnd(20)}${site.categories[name]}\n`)
  const problemOf = (name: string) => (isCategory(name) ? undefined : 'Type one of these names.')
  return (await ask('Category', problemOf, proposed)) as Category
}

/** What is wrong with an answer, in the words of the schema. */
const problemIn =
  (schema: ZodType) =>
  (value: string): string | undefined =>
    schema.safeParse(value).error?.issues[0]?.message
