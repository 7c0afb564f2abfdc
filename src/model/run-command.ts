import type { RunBlock } from './executed-page.ts'

/** How the blocks of one language are run. */
interface Language {
  readonly names: readonly string[]
  /** Name of the program, as versions are listed by it. */
  readonly runtime: string
  /** End of the name of the file that the block becomes; a shell takes the text itself, as if it were pasted. */
  readonly extension?: string
  readonly command: readonly string[]
  /**
   * Put behind the command for a fix, of which every step must succeed. Not `pipefail`: a `grep -q` that has seen enough
   * ends the command before it by a signal, now and then.
   */
  readonly strict?: readonly string[]
}

const languages: readonly Language[] = [
  { names: ['bash'], runtime: 'bash', command: ['bash'], strict: ['-e'] },
  { names: ['sh'], runtime: 'sh', command: ['sh'], strict: ['-e'] },
  { names: ['js', 'javascript', 'mjs'], runtime: 'node', extension: '.mjs', command: ['node'] },
  { names: ['cjs'], runtime: 'node', extension: '.cjs', command: ['node'] },
  { names: ['py', 'python'], runtime: 'python', extension: '.py', command: ['python3'] },
]

/** What a `run=` block may be written in. */
export const runnable: readonly string[] = languages.flatMap(({ names }) => names)

/** What running a block takes: the command, and the file that must be there unless the page has written it. */
export interface Command {
  readonly argv: readonly string[]
  readonly file?: { readonly name: string; readonly text: string }
  readonly runtime: string
}

export function commandOf({ language, text, file, run }: RunBlock): Command | undefined {
  const found = languages.find(({ names }) => names.includes(language))
  if (found === undefined) return undefined
  const { command, strict = [], extension, runtime } = found
  const head = run === 'fix' ? [...command, ...strict] : command
  if (file !== undefined) return { argv: [...head, file], file: { name: file, text }, runtime }
  if (extension === undefined) return { argv: [...head, '-c', text], runtime }
  const name = `${run}${extension}`
  return { argv: [...head, name], file: { name, text }, runtime }
}
