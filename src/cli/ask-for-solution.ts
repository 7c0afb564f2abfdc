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
    const answers = await askRest(account, near, desk, person, cwd)
    prompts.outro('Done.', person)
    return { ...account, ...answers }
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
  const validate = problemOf(frontmatterSchema.shape.signs.unwrap().element)
  const sign = prompts.text({ message: 'What happens instead, as one short fact', validate, ...person })
  return { ...given, signs: [await answered(sign)] }
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
  const message =
    first.nearness === 'same message'
      ? 'The first page has this very message. Does yours have another cause, so that it needs a page of its own?'
      : 'Is it none of these?'
  if (!allowSimilar && !(await answered(prompts.confirm({ message, initialValue: false, ...person }))))
    return 'covered'
  const category = first.page.path.split('/')[1] ?? ''
  return isCategory(category) ? category : undefined
}

/** Everything but the message, as far as the flags do not say it. */
async function askRest(
  account: Account,
  near: Category | undefined,
  desk: Desk,
  person: Person,
  cwd: string,
): Promise<Partial<Account>> {
  const { content, site } = desk
  const ask = (message: string, validate: (value?: string) => string | undefined, initialValue = '') =>
    answered(prompts.text({ message, validate, initialValue, ...person }))
  const title = account.title ?? (await askTitle(account, desk, person, cwd))
  const category =
    account.category ??
    (await answered(
      prompts.select<Category>({
        message: 'Category',
        options: categories.map((value) => ({ value, hint: site.categories[value] })),
        initialValue: near ?? categories[0],
        ...person,
      }),
    ))
  const slugProblem = (slug = '') => {
    const path = draftPath({ category, slug })
    return pathProblem(path)?.[1] ?? (draftExists(content, path) ? 'That page already exists.' : undefined)
  }
  const slug =
    account.slug ??
    (await ask('Name of the page: words to search for', slugProblem, proposedSlug(account, title)))
  const options = Object.entries(site.labels).map(([value, { name }]) => ({ value, label: name }))
  const language = { message: 'Language', options, initialValue: 'en', ...person }
  const lang = account.lang ?? (options.length === 1 ? 'en' : await answered(prompts.select(language)))
  const product =
    account.products.length > 0
      ? ''
      : await ask('Product that the error comes from (optional)', () => undefined)
  const source =
    account.source ??
    (await ask('Thread or document with the evidence, an https address (optional)', (value = '') =>
      value === '' ? undefined : problemOf(httpsUrl)(value),
    ))
  const products = product?.trim() ? [product.trim()] : account.products
  return { title, category, slug, lang, products, source: source || undefined }
}

async function askTitle(
  account: Account,
  { known, content }: Desk,
  person: Person,
  cwd: string,
): Promise<string> {
  const taken = (title: string) =>
    pagesForTitle(title, known).some(({ nearness }) => nearness === 'same title')
  const title = await answered(
    prompts.text({
      message: 'Title: the product, and the error as its reader would name it',
      initialValue: cut(errorsOf(account)[0] ?? '', 120),
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
