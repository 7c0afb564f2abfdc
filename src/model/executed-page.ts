import type { Code, Nodes } from 'mdast'
import type { Place } from './problem.ts'
import services from './services.json' with { type: 'json' }

/** A service that an executed page may ask for with `needs`; the part after a colon is its state. */
export type ServiceName = keyof typeof services
export const serviceNames = Object.keys(services) as ServiceName[]

/** Whether it imitates the real service, which the page then says. */
export const isStandIn = (name: ServiceName): boolean => services[name].standIn

/** The words allowed after the language of a fence. */
export interface FenceWords {
  readonly file?: string
  readonly run?: RunKind
  /** Why a command block of an executed page is not run. */
  readonly norun?: string
  readonly caution?: string
  /** The block is an attack on agents that a page about prompt injection quotes. Files for machines leave it out. */
  readonly quote?: 'attack'
}

/** Whether it is a path inside the page's folder that no command would take for an option. */
export const isFileName = (name: string): boolean =>
  name.length <= 200 &&
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.startsWith('-'))

/** A name used for a file in one block and for a folder in another, if any. */
export const fileAndFolder = (names: readonly string[]): string | undefined =>
  names.find((name) => names.some((other) => other.startsWith(`${name}/`)))

const word =
  /\s*(?:file=(?<file>[A-Za-z0-9._/-]+)|run=(?<run>reproduce|confirm|fix|verify)|norun="(?<norun>[^"]+)"|caution="(?<caution>[^"]*)"|quote=(?<quote>attack))(?=\s|$)/y

/** Parses an info string after its language; undefined if it contains anything else, which would be hidden text. */
export function fenceWords(meta: string): FenceWords | undefined {
  const words: { -readonly [key in keyof FenceWords]?: string } = {}
  const text = meta.trim()
  word.lastIndex = 0
  for (let at = 0; at < text.length; at = word.lastIndex) {
    word.lastIndex = at
    const groups = word.exec(text)?.groups
    if (!groups) return undefined
    for (const [key, value] of Object.entries(groups)) {
      if (value === undefined) continue
      if (words[key as keyof FenceWords] !== undefined) return undefined
      words[key as keyof FenceWords] = value
    }
  }
  return words as FenceWords
}

export const isQuotedAttack = (node: Nodes): node is Code =>
  node.type === 'code' && fenceWords(node.meta ?? '')?.quote !== undefined

/** A page's blocks that are written to files or run, in document order. Plain JSON. */
export interface ExecutedPage {
  readonly id: string
  /** Relative to the content folder. */
  readonly path: string
  readonly errors: readonly string[]
  /** Of `affects`. */
  readonly products: readonly string[]
  readonly packages: readonly string[]
  readonly needs: readonly ServiceName[]
  readonly blocks: readonly ExecutedBlock[]
}

/** A fenced block with `file=` or `run=`; with both, the file is run. */
export interface ExecutedBlock {
  readonly text: string
  readonly language: string
  readonly file?: string
  readonly run?: RunKind
  /** Of the opening fence. */
  readonly place: Place
}

/**
 * What a run must show: `reproduce` prints a message; `confirm` succeeds, whatever it prints; `fix` and `verify` succeed
 * and print none of the page's messages.
 */
export const runKinds = ['reproduce', 'confirm', 'fix', 'verify'] as const
export type RunKind = (typeof runKinds)[number]

export interface RunBlock extends ExecutedBlock {
  readonly run: RunKind
}

export const isRun = (block: ExecutedBlock): block is RunBlock => block.run !== undefined

/** How the blocks of one language are run. */
interface Language {
  readonly names: readonly string[]
  /** Name of the program in lists of versions. */
  readonly runtime: string
  /** Extension of the file that the block is written to; shells get the text as an argument instead. */
  readonly extension?: string
  readonly command: readonly string[]
}

const languages: readonly Language[] = [
  { names: ['bash'], runtime: 'bash', command: ['bash'] },
  { names: ['sh'], runtime: 'sh', command: ['sh'] },
  { names: ['js', 'javascript', 'mjs'], runtime: 'node', extension: '.mjs', command: ['node'] },
  { names: ['cjs'], runtime: 'node', extension: '.cjs', command: ['node'] },
  { names: ['py', 'python'], runtime: 'python', extension: '.py', command: ['python3'] },
]

/** The languages of `run=` blocks. */
export const runnable: readonly string[] = languages.flatMap(({ names }) => names)

/** How to run a block: the command, and the file to write unless the page has written it. */
export interface Command {
  readonly argv: readonly string[]
  readonly file?: { readonly name: string; readonly text: string }
  readonly runtime: string
}

export function commandOf({ language, text, file, run }: RunBlock): Command | undefined {
  const found = languages.find(({ names }) => names.includes(language))
  if (found === undefined) return undefined
  const { command, extension, runtime } = found
  // Every step of a fix must succeed. Not `pipefail`: a `grep -q` that exits early sometimes kills the command before it.
  const strict = extension === undefined && (run === 'fix' || run === 'verify')
  const head = strict ? [...command, '-e'] : command
  if (file !== undefined) return { argv: [...head, file], file: { name: file, text }, runtime }
  if (extension === undefined) return { argv: [...head, '-c', text], runtime }
  const name = `${run}${extension}`
  return { argv: [...head, name], file: { name, text }, runtime }
}
