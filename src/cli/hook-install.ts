import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createPatch } from 'diff'
import { Fault } from '../model/fault.ts'
import { type HookFile, runtimes } from '../model/hook-runtimes.ts'
import { fill } from '../model/text.ts'
import { type Environment, exit } from './environment.ts'

/** Shows what would change, and writes it when the user agrees. */
export async function installHook(
  name: string,
  { remove = false, yes = false }: { remove?: boolean; yes?: boolean },
  environment: Environment,
): Promise<void> {
  const runtime = runtimes[name]
  if (runtime === undefined) return
  const { stdout, client } = environment
  const command = `node "${client}" hook ${name}`
  const words = { command, commandJson: JSON.stringify(command), file: client }
  const changes = runtime.files
    .map((file) => changeOf(file, words, remove, environment))
    .filter(({ before, after }) => before !== after)
  for (const { path, before, after } of changes) stdout(createPatch(path, before, after))
  if (changes.length === 0) stdout(`Nothing to change for ${runtime.title}.\n`)
  else if (yes || (await isAgreed(environment))) {
    for (const { path, after, mode } of changes) {
      mkdirSync(dirname(path), { recursive: true })
      if (after === '') rmSync(path)
      else writeFileSync(path, after, { mode })
      stdout(`${after === '' ? 'Removed' : 'Written'}: ${path}\n`)
    }
  } else {
    stdout('Nothing was written; --yes writes it.\n')
    return environment.exitWith(exit.problems)
  }
  if (!remove && runtime.then) stdout(`${runtime.then}\n`)
}

async function isAgreed({ person }: Environment): Promise<boolean> {
  if (person === undefined) return false
  const asker = createInterface(person)
  const reply = await asker.question('Write this? [y/N] ')
  asker.close()
  return /^y(es)?$/i.test(reply.trim())
}

type Words = Readonly<Record<'command' | 'commandJson' | 'file', string>>

/** What becomes of a file; without any text left, it is removed. */
function changeOf(file: HookFile, words: Words, remove: boolean, { home }: Environment) {
  const path = file.path.replace(/^~/, home)
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const filled = (lines: readonly string[]) => lines.map((line) => fill(line, words)).join('\n')
  const mode = file.executable ? 0o755 : 0o644
  if (file.text) return { path, before, after: remove ? '' : `${filled(file.text)}\n`, mode }
  if (file.block) return { path, before, after: withBlock(before, remove ? '' : filled(file.block)), mode }
  return { path, before, after: withEntry(path, before, file, remove ? undefined : words.command), mode }
}

const blockStart = '# >>> fixdex >>>'
const blockEnd = '# <<< fixdex <<<'

/** The text with this block in place of the earlier one; without it if the block is empty. */
function withBlock(text: string, block: string): string {
  const start = text.indexOf(`${blockStart}\n`)
  const end = text.indexOf(blockEnd)
  const rest =
    start === -1 || end === -1 ? text : text.slice(0, start) + text.slice(end + blockEnd.length + 1)
  if (block === '') return rest
  const gap = rest === '' || rest.endsWith('\n') ? '' : '\n'
  return `${rest}${gap}${blockStart}\n${block}\n${blockEnd}\n`
}

/** The JSON file with one entry of ours in the list at `at`, and nothing that was emptied by removing it. */
function withEntry(
  path: string,
  before: string,
  { at = [], entry, start = {} }: HookFile,
  command: string | undefined,
): string {
  const settings = before.trim() === '' ? { ...start } : parseSettings(path, before)
  const [group = '', name = ''] = at
  const lists = { ...(settings[group] as Record<string, object[]>) }
  const others = (lists[name] ?? []).filter((item) => !isOurs(item))
  const ours = JSON.parse(JSON.stringify(entry), (_, value) => (value === '{command}' ? command : value))
  lists[name] = command === undefined ? others : [...others, ours]
  if (lists[name].length === 0) delete lists[name]
  const { [group]: _, ...rest } = settings
  const result = Object.keys(lists).length === 0 ? rest : { ...settings, [group]: lists }
  const isBare = Object.keys(result).every((key) => key in start)
  return isBare ? '' : `${JSON.stringify(result, null, 2)}\n`
}

const isOurs = (item: object): boolean => /fixdex[^"]*\\" hook /.test(JSON.stringify(item))

function parseSettings(path: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Fault(
      `${path} is not plain JSON: ${error instanceof Error ? error.message : error}`,
      'Take the comments out, or add the hook by hand as the page `agents` of the catalog shows.',
    )
  }
}
