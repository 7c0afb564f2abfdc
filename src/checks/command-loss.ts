import type { Finding } from './command-snippets.ts'
import { is, pattern } from './data.ts'
import type { Check } from './rule.ts'
import type { Call } from './shell-calls.ts'

export function* deletions(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const targets = deletedBy(call)
  if (targets === undefined) return
  const flags = call.args.filter((arg) => /^-/.test(arg)).join(' ')
  const recursive = /(?:^| )-[a-z]*[rR]|--recursive|-recurse\b|-r\b/i.test(flags) || call.name !== 'rm'
  if (/--no-preserve-root/.test(flags))
    yield { found: call.text, effect: 'deletion of the whole file system' }
  for (const target of targets) {
    const effect = lossOf(target, recursive)
    if (effect !== undefined) yield { found: call.text, effect: `deletion ${effect}` }
  }
}

function lossOf(target: string, recursive: boolean): string | undefined {
  if (is('everything', target) && (recursive || (/\*/.test(target) && !/^\.?\/?\*$|^\.\*$/.test(target))))
    return 'of everything in a root, home or working folder'
  if (!recursive) return undefined
  if (is('systemFolder', target) || is('homeFolder', target))
    return 'of a folder that system or user can’t do without'
  return is('unguarded', target) && !is('ownFolders', target)
    ? 'below a variable that may be empty'
    : undefined
}

const operands = ({ args }: Call): string[] =>
  args.flatMap(branches).filter((arg) => !arg.startsWith('-') && !/^\/[a-z]$/i.test(arg))

/** `~/{a,b}` is two folders. */
function branches(word: string): string[] {
  const [start, end] = [word.indexOf('{'), word.indexOf('}')]
  const inner = word.slice(start + 1, end)
  if (start === -1 || end < start || word[start - 1] === '$' || !inner.includes(',')) return [word]
  return inner.split(',').map((part) => word.slice(0, start) + part + word.slice(end + 1))
}

/** What a call deletes; undefined if it deletes nothing. */
function deletedBy(call: Call): string[] | undefined {
  const { name, args, inside } = call
  const has = (pattern: RegExp) => args.some((arg) => pattern.test(arg))
  if (/^(?:rm|rimraf|del-cli|srm|trash|remove-item|ri)$/.test(name)) return operands(call)
  if (name === 'shred') return operands(call).filter((arg) => arg.startsWith('/dev/'))
  if (/^(?:rd|rmdir|del|erase|deltree)$/.test(name) && has(/^\/s$|^-r/i)) return operands(call)
  if (name === 'mv' && args.at(-1) === '/dev/null') return operands(call).slice(0, -1)
  if (name === 'rsync' && has(/^--delete/)) return operands(call).slice(-1)
  if (/^(?:npx|bunx)$/.test(name) && /^(?:rimraf|del-cli)$/.test(args[0] ?? ''))
    return operands(call).slice(1)
  const isDeleting = has(/^-delete$/) || inside.some(({ name }) => /^(?:rm|shred|unlink)$/.test(name))
  if (name !== 'find' || !isDeleting) return undefined
  const narrow = args.some(
    (arg, at) => /^-(?:i?name|i?path|i?regex|empty|mtime|mmin|size|newer)$/.test(arg) && args[at + 1] !== '*',
  )
  const roots = args.slice(
    0,
    args.findIndex((arg) => arg.startsWith('-')),
  )
  return roots.filter((root) => !narrow || !/^\.\/?$/.test(root))
}

export const cutDeletion: NonNullable<Check['checkEntry']> = ({ text, placeAt }, rest, report) => {
  const cut = pattern('deletionAtEnd').exec(text)?.[0]
  if (cut === undefined || !/^\S/.test(rest)) return
  report(
    placeAt(0),
    `Unexpected deletion that the index cuts to \`${cut}\`, expected it whole within the first 200 characters or after them`,
    'Shorten the sentence before it, or move the command into a step.',
  )
}
