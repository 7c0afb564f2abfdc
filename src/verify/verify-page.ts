import { occurs } from '../client/match.ts'
import {
  commandOf,
  type ExecutedPage,
  fileAndFolder,
  isFileName,
  isRun,
  type RunBlock,
  type RunKind,
  runnable,
} from '../model/executed-page.ts'
import type { Place } from '../model/problem.ts'
import { type Install, type Installed, InstallFailed, isPython } from './packages.ts'
import type { Job, Ran, Sandbox } from './sandbox.ts'
import { services } from './services.ts'

/** The result of one page. Plain JSON. */
export interface PageResult {
  readonly id: string
  readonly path: string
  readonly milliseconds: number
  /** How many of its messages were printed. */
  readonly messages?: number
  /** Installed packages, with versions. */
  readonly packages?: readonly string[]
  readonly failure?: Failure
}

/** Why a page failed, and in which block. */
export interface Failure extends Place, Verdict {
  /** The block's complete output. */
  readonly output: string
  /** The host lacks something; the page is not at fault. */
  readonly blameless?: true
}

/** Runs a page's blocks in document order until one fails. */
export async function verifyPage(
  page: ExecutedPage,
  { sandbox, install }: { readonly sandbox: Sandbox; readonly install: Install },
): Promise<Omit<PageResult, 'id' | 'path' | 'milliseconds'>> {
  const failure = refusal(page)
  if (failure !== undefined) return { failure }
  let installed: Partial<Installed> = {}
  try {
    if (page.packages.length > 0) installed = await install(page.packages)
  } catch (error) {
    if (!(error instanceof InstallFailed)) throw error
    const expected = `the packages ${page.packages.join(', ')}`
    const got = `${page.packages.some(isPython) ? 'npm or pip' : 'npm'} could not install them`
    return { failure: { line: 1, column: 1, expected, got, output: error.message, blameless: true } }
  }
  const { modules, packages } = installed
  const shown = new Set<string>()
  const failed = await eachRun(page, sandbox, modules, (block, ran, messages) => {
    if (block.run === 'reproduce') for (const message of shownIn(ran, messages)) shown.add(message)
    return failureOf(block, ran, messages)
  })
  return { ...(packages && { packages }), ...(failed ? { failure: failed } : { messages: shown.size }) }
}

/** Why a page can't be run at all. */
function refusal(page: ExecutedPage): Failure | undefined {
  const top = { line: 1, column: 1, output: '' }
  if (page.errors.length === 0)
    return { ...top, expected: '`errors` in the frontmatter, which the blocks must show', got: 'none' }
  const folder = fileAndFolder(page.blocks.flatMap(({ file }) => file ?? []))
  const astray = page.blocks.find(({ file }) => file !== undefined && (!isFileName(file) || file === folder))
  if (astray !== undefined) {
    const expected = 'a file name below the page’s folder that no other block uses for a folder'
    return { ...astray.place, expected, got: `\`${astray.file}\``, output: '' }
  }
  for (const { name, available } of servicesOf(page)) {
    const got = available()
    if (got !== undefined) return { ...top, expected: `the service ${name}`, got, blameless: true }
  }
  return undefined
}

/**
 * Runs a page's blocks in document order until `decide` returns a value, and returns that. `ran` is undefined for a block
 * in a language that can't be run.
 */
export async function eachRun<T>(
  page: ExecutedPage,
  sandbox: Sandbox,
  modules: string | undefined,
  decide: (block: RunBlock, ran: Ran | undefined, messages: Messages) => T | undefined,
): Promise<T | undefined> {
  const services = servicesOf(page)
  const workplace = sandbox.workplace(modules)
  try {
    let files: Job['files'][number][] = []
    for (const [at, block] of page.blocks.entries()) {
      if (!isRun(block)) {
        files.push({ name: block.file ?? '', text: block.text })
        continue
      }
      const command = commandOf(block)
      const own = command?.file ? [command.file] : []
      const ran =
        command && (await workplace.run({ argv: command.argv, files: [...files, ...own], services }))
      const decided = decide(block, ran, messagesAt(at, page))
      if (decided !== undefined) return decided
      files = []
    }
    return undefined
  } finally {
    workplace.remove()
  }
}

const servicesOf = ({ needs }: ExecutedPage) => services.filter(({ name }) => needs.includes(name))

/** A message that a block contains may have been printed by the page itself, and proves nothing. */
function messagesAt(at: number, { errors, blocks }: ExecutedPage): Messages {
  const before = blocks.slice(0, at + 1)
  return { errors, told: errors.filter((message) => before.some(({ text }) => says(text, message))) }
}

/** A single word after an error's name, as in `KeyError: 'HOME'`, naturally occurs in the failing program too. */
const says = (text: string, message: string): boolean =>
  occurs(message, text) && (/\s/.test(message.replace(/^[^:]*:\s*/, '')) || text.includes(message))

function failureOf(block: RunBlock, ran: Ran | undefined, messages: Messages): Failure | undefined {
  if (ran === undefined) {
    const expected = `a language that can be run: ${runnable.join(', ')}`
    return { ...block.place, expected, got: `\`${block.language}\``, output: '' }
  }
  const verdict = judge(block.run, ran, messages)
  const blameless = ran.unstarted && ({ blameless: true } as const)
  return verdict && { ...block.place, ...verdict, output: ran.output, ...blameless }
}

/** What a block should have done, and what it did. */
export interface Verdict {
  readonly expected: string
  readonly got: string
}

export interface Messages {
  readonly errors: readonly string[]
  /** Those that a block of the page contains. */
  readonly told: readonly string[]
}

/** Messages in the output that no block contains. */
const shownIn = (ran: Ran | undefined, { errors, told }: Messages): string[] =>
  errors.filter((message) => !told.includes(message) && occurs(message, ran?.output ?? ''))

/**
 * A reproduction must print a message that no block contains; other blocks must succeed, and fixes and checks of them
 * print no message.
 */
export function judge(run: RunKind, ran: Ran, messages: Messages): Verdict | undefined {
  if (ran.stopped !== undefined) return { expected: 'a block that ends by itself', got: ran.stopped }
  const { errors } = messages
  const shown = errors.find((message) => occurs(message, ran.output))
  const code = `exit code ${ran.exitCode}`
  if (run !== 'reproduce') {
    if (shown !== undefined && run !== 'confirm')
      return { expected: 'none of the page’s errors', got: `\`${shown}\` (${code})` }
    return ran.exitCode === 0 ? undefined : { expected: 'exit code 0', got: code }
  }
  if (shownIn(ran, messages).length > 0) return undefined
  if (shown !== undefined)
    return {
      expected: 'a message that the program under test prints',
      got: `\`${shown}\`, which stands in a block of the page itself`,
    }
  return {
    expected: `one of the page’s errors: ${errors.map((message) => `\`${message}\``).join(', ')}`,
    got: `${ran.exitCode === 0 ? 'it succeeded' : `it failed (${code})`} without any of them`,
  }
}
