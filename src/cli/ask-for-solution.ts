import { createInterface } from 'node:readline'
import * as prompts from '@clack/prompts'
import { pathProblem } from '../content/read-sources.ts'
import { draftExists, draftPath } from '../intake/draft.ts'
import { pagesForMessage, pagesForTitle } from '../intake/known-pages.ts'
import { type Account, cleanAccount, errorsOf, messageOf, proposedSlug } from '../intake/new-draft.ts'
import { httpsUrl } from '../model/fields.ts'
import { frontmatterSchema } from '../model/solution.ts'
import { cut } from '../model/text.ts'
import { type Category, categories, isCategory } from '../model/vocabulary.ts'
import type { Environment } from './environment.ts'
import { printNearPages } from './print-intake.ts'
import type { Desk } from './write-new.ts'

type Person = NonNullable<Environment['person']>

/**
 * Asks for what the flags leave open: the message first, because many messages already have
 * a page. Nothing is written before the last answer.
 */
export async function askForSolution(
  given: Account,
  desk: Desk,
  person: Person,
  cwd: string,
): Promise<Account | 'cancelled' | 'covered'> {
  try {
    prompts.intro('A new solution', person)
    const { account } = cleanAccount(messageOf(given) === '' ? await askMessage(given, person) : given)
    const near = await knownFor(account, desk, person, cwd)
    if (near === 'covered') {
      prompts.outro('Nothing was written. Add to that page what it lacks.', person)
      return near
    }
    const title = account.title ?? (await askTitle(account, desk, person, cwd))
    const category = account.category ?? (await askCategory(desk, near, person))
    const slug = account.slug ?? (await askSlug(account, { title, category }, desk, person))
    const lang = account.lang ?? (await askLanguage(desk, person))
    const products = account.products.length > 0 ? account.products : await askProduct(person)
    const source = account.source ?? (await askSource(person))
    prompts.outro('Done.', person)
    return { ...account, title, category, slug, lang, products, source }
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
    prompts.cancel('Nothing was written.', person)
    return 'cancelled'
  }
}

/** Ctrl+C or Escape at a question. */
class Cancelled extends Error {}

/** The answer to a question; leaves the conversation when there is none. */
async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question
  if (prompts.isCancel(answer)) throw new Cancelled()
  return answer as Exclude<T, symbol>
}

async function askMessage(given: Account, person: Person): Promise<Account> {
  const message =
    'Paste the error as it is printed, then an empty line (only an empty line if nothing is printed)'
  const paste = await askForPaste(message, person)
  if (paste === undefined) throw new Cancelled()
  if (paste.trim() !== '') return { ...given, paste }
  const sign = await answered(
    prompts.text({
      message: 'What happens instead, as one short fact',
      validate: problemOf(frontmatterSchema.shape.signs.unwrap().element),
      ...person,
    }),
  )
  return { ...given, signs: [sign] }
}

/** Shows what the catalog has for the message; gives the category of the nearest page, unless that is the answer. */
async function knownFor(
  account: Account,
  { known, content, allowSimilar }: Desk,
  person: Person,
  cwd: string,
): Promise<Category | undefined | 'covered'> {
  const near = pagesForMessage(messageOf(account), known)
  const [first] = near
  if (first === undefined) {
    prompts.log.info('No page has this message.', person)
    return undefined
  }
  prompts.log.warn(`The catalog has:\n${printNearPages(near, content, cwd).trimEnd()}`, person)
  if (!allowSimilar) {
    const message =
      first.nearness === 'same message'
        ? 'The first page has this very message. Does yours have another cause, so that it needs a page of its own?'
        : 'Is it none of these?'
    const goOn = await answered(prompts.confirm({ message, initialValue: false, ...person }))
    if (!goOn) return 'covered'
  }
  const category = first.page.path.split('/')[1] ?? ''
  return isCategory(category) ? category : undefined
}

async function askTitle(
  account: Account,
  { known, content }: Desk,
  person: Person,
  cwd: string,
): Promise<string> {
  const [message = ''] = errorsOf(account)
  const taken = (title: string) =>
    pagesForTitle(title, known).some(({ nearness }) => nearness === 'same title')
  const title = await answered(
    prompts.text({
      message: 'Title: the product, and the error as its reader would name it',
      initialValue: cut(message, 120),
      validate: (value = '') =>
        problemOf(frontmatterSchema.shape.title)(value) ??
        (taken(value) ? 'Another page has this title.' : undefined),
      ...person,
    }),
  )
  const near = pagesForTitle(title, known)
  if (near.length > 0)
    prompts.log.info(`Titles like it:\n${printNearPages(near, content, cwd).trimEnd()}`, person)
  return title
}

async function askCategory({ site }: Desk, near: Category | undefined, person: Person): Promise<Category> {
  const options = categories.map((value) => ({ value, hint: site.categories[value] }))
  return answered(
    prompts.select<Category>({
      message: 'Category',
      options,
      ...(near === undefined ? {} : { initialValue: near }),
      ...person,
    }),
  )
}

async function askSlug(
  account: Account,
  { title, category }: { title: string; category: Category },
  { content }: Desk,
  person: Person,
): Promise<string> {
  const validate = (slug = '') => {
    const path = draftPath({ category, slug })
    return pathProblem(path)?.[1] ?? (draftExists(content, path) ? 'That page already exists.' : undefined)
  }
  const initialValue = proposedSlug(account, title)
  const message = 'Name of the page: words to search for'
  return answered(prompts.text({ message, initialValue, validate, ...person }))
}

async function askLanguage({ site }: Desk, person: Person): Promise<string> {
  const options = Object.entries(site.labels).map(([value, { name }]) => ({ value, label: name }))
  if (options.length === 1) return 'en'
  return answered(prompts.select({ message: 'Language', options, initialValue: 'en', ...person }))
}

async function askProduct(person: Person): Promise<string[]> {
  const message = 'Product that the error comes from (optional)'
  const product = (await answered(prompts.text({ message, ...person }))) ?? ''
  return product.trim() === '' ? [] : [product.trim()]
}

async function askSource(person: Person): Promise<string | undefined> {
  const validate = (value = '') => (value === '' ? undefined : problemOf(httpsUrl)(value))
  const message = 'Thread or document with the evidence, an https address (optional)'
  return (await answered(prompts.text({ message, validate, ...person }))) || undefined
}

/** What is wrong with an answer, in the words of the format. */
const problemOf =
  (schema: {
    safeParse(value: unknown): { error?: { issues: readonly { message: string }[] } | undefined }
  }) =>
  (value: string | undefined): string | undefined =>
    schema.safeParse(value ?? '').error?.issues[0]?.message

/** Nobody types this fast: an empty line that more lines follow at once is part of a paste. */
const pasteGap = 120

/**
 * Asks for a text of many lines, which an empty line ends; undefined after Ctrl+C. The library's prompts redraw the
 * whole text at every character, so a pasted log takes a minute.
 */
function askForPaste(question: string, { input, output }: Person): Promise<string | undefined> {
  output.write(`${prompts.S_BAR}\n${prompts.S_STEP_ACTIVE}  ${question}\n`)
  const reader = createInterface({ input, output, prompt: `${prompts.S_BAR}  `, historySize: 0 })
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
