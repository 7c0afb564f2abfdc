import type { Finding, Snippet } from './command-snippets.ts'
import type { Check } from './rule.ts'
import type { Call } from './shell-calls.ts'

const home = String.raw`(?:~|\$\{?HOME\}?|\$env:USERPROFILE|\$env:HOME|%USERPROFILE%|%HOMEPATH%)`

/** Places whose loss takes more than the work at hand with it. */
const everything = new RegExp(
  String.raw`^(?:/+(?:\./*)?\*?|/\*+|${home}[/\\]*(?:\.?\*|\.\*)?|\.{1,2}[/\\]*|(?:\.\./)+\*?|\.?[/\\]?\*|\.\*|\./?\.\[\S*|\*\.?\*|\{\*,\.\*\}|[A-Za-z]:[/\\]*\*?(?:\.\*)?|(?:\$PWD|\$\(pwd\)|\$\{PWD\})/*\*?|-{2}no-preserve-root)$`,
  'i',
)
const systemFolder =
  /^\/+(?:bin|boot|dev|etc|home|lib|lib64|opt|proc|root|sbin|srv|sys|usr|var|Users|System|Library|Applications|Volumes|private|mnt|media|data|usr\/(?:bin|lib|local|share|sbin)|var\/(?:lib|log|www|db|mail)|home\/(?:\*|[\w.-]+|\$\{?USER\}?)|Users\/(?:\*|[\w.-]+))\/*\*?$|^(?:[A-Za-z]:|%?SystemDrive%?)[/\\](?:(?:Windows|Users)[/\\]*\*?|Program ?Files\S*)$/i
/** Folders of a home that hold keys, settings and work. */
const homeFolder = new RegExp(
  String.raw`^${home}/(?:Documents|Desktop|Downloads|Pictures|Library|\.ssh|\.gnupg|\.aws|\.kube|\.config|\.local|\.local/share|projects?|src|work|code|dev|repos?)/*\*?$`,
  'i',
)
/** A variable that may be empty makes the root of what is behind it. */
const unguarded =
  /^(?!\$\{?(?:HOME|USERPROFILE)\}?\/\.?\w)(?:\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*(?:[#%/^,][^}]*)?\})|\$[0-9@*]|\$\((?!(?:mktemp|realpath|readlink|pwd|npm|go|git|yarn|pnpm|brew|python|pip|dirname)\b)[^)]*\))(?:$|\/)/
const ownFolders =
  /^\$\{?(?:TMP|TEMP|TMPDIR|tmp|tmpdir|temp|tempdir|RUNNER_TEMP|XDG_CACHE_HOME|PIP_CACHE_DIR|HF_HOME|npm_config_cache)\w*\}?(?:$|\/\w)/

export function* deletions(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const flags = call.args.filter((arg) => /^-/.test(arg)).join(' ')
  const targets = deleters.find(([programs]) => programs.test(call.name))?.[1](call)
  if (targets === undefined) return
  const recursive = /(?:^| )-[a-z]*[rR]|--recursive|-recurse\b|-r\b/i.test(flags) || call.name !== 'rm'
  if (/--no-preserve-root/.test(flags))
    yield { found: call.text, effect: 'deletion of the whole file system' }
  for (const target of targets) {
    if (everything.test(target) && (recursive || /\*/.test(target))) {
      if (/^\.?\/?\*$|^\.\*$/.test(target) && !recursive) continue
      yield { found: call.text, effect: 'deletion of everything in a root, home or working folder' }
    } else if (recursive && (systemFolder.test(target) || homeFolder.test(target))) {
      yield { found: call.text, effect: 'deletion of a folder that system or user can’t do without' }
    } else if (recursive && unguarded.test(target) && !ownFolders.test(target)) {
      yield { found: call.text, effect: 'deletion below a variable that may be empty' }
    }
  }
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

/** What a call deletes, by the name of its program; undefined if it deletes nothing. */
const deleters: readonly (readonly [programs: RegExp, targets: (call: Call) => string[] | undefined])[] = [
  [/^(?:rm|rimraf|del-cli|srm|trash|remove-item|ri)$/, operands],
  [/^shred$/, (call) => operands(call).filter((arg) => arg.startsWith('/dev/'))],
  [
    /^(?:rd|rmdir|del|erase|deltree)$/,
    (call) => (call.args.some((arg) => /^\/s$|^-r/i.test(arg)) ? operands(call) : undefined),
  ],
  [
    /^find$/,
    ({ args, inside }) => {
      const deletes =
        args.includes('-delete') || inside.some((call) => /^(?:rm|shred|unlink)$/.test(call.name))
      const narrow = args.some(
        (arg, index) =>
          /^-(?:i?name|i?path|i?regex|empty|mtime|mmin|size|newer)$/.test(arg) &&
          !/^\*$/.test(args[index + 1] ?? ''),
      )
      const roots = args.slice(
        0,
        args.findIndex((arg) => arg.startsWith('-')),
      )
      return deletes ? roots.filter((root) => !narrow || !/^\.\/?$/.test(root)) : undefined
    },
  ],
  [/^mv$/, (call) => (call.args.at(-1) === '/dev/null' ? operands(call).slice(0, -1) : undefined)],
  [
    /^rsync$/,
    (call) => (call.args.some((arg) => arg.startsWith('--delete')) ? operands(call).slice(-1) : undefined),
  ],
  [
    /^(?:npx|bunx)$/,
    (call) => (/^(?:rimraf|del-cli)$/.test(call.args[0] ?? '') ? operands(call).slice(1) : undefined),
  ],
]

/** A deletion whose target the cut shortens deletes more than the page says. */
const atTheEnd =
  /(?:\brm\s+(?:-\S+\s+)+|\brimraf\s+|\bRemove-Item\s+(?:-\S+\s+)*|\b(?:rd|del)\s+(?:\/\w\s+)+)["']?\S*$/i

export const cutDeletion: NonNullable<Check['checkEntry']> = ({ entry, fixText, fixPlace }, report) => {
  const cut = atTheEnd.exec(entry.fix)?.[0]
  if (cut === undefined || !/^\S/.test(fixText.slice(entry.fix.length))) return
  report(
    fixPlace,
    `Unexpected deletion that the index cuts to \`${cut}\`, expected it whole within the first 200 characters, or behind them`,
    'Shorten the sentence before it, or move the command into a step.',
  )
}

const table = String.raw`["'\x60\[]?[\w$]{1,64}["'\x60\]]?(?:\.["'\x60\[]?[\w$]{1,64}["'\x60\]]?){0,2}`

/** Statements that empty a store; `wordy` ones only count in code, because a sentence may hold the same words. */
const statements: readonly (readonly [pattern: RegExp, effect: string])[] = [
  [
    new RegExp(String.raw`\bDROP\s{1,4}(?:DATABASE|SCHEMA)\s{1,4}(?:IF\s{1,4}EXISTS\s{1,4})?${table}`, 'i'),
    'deletion of a database',
  ],
  [
    new RegExp(
      String.raw`\bDROP\s{1,4}(?:TABLE|KEYSPACE|COLLECTION)\s{1,4}(?:IF\s{1,4}EXISTS\s{1,4})?${table}`,
      'i',
    ),
    'deletion of a table',
  ],
  [
    new RegExp(String.raw`\bTRUNCATE\s{1,4}(?:TABLE\s{1,4})${table}`, 'i'),
    'deletion of every row of a table',
  ],
  [
    /\bdb\.dropDatabase\(\s{0,4}\)|\bdropDatabase\(\s*\)|\.deleteMany\(\s{0,4}\{\s{0,4}\}\s{0,4}\)|\bdb\.\w{1,64}\.drop\(\s{0,4}\)/,
    'deletion of a database or collection',
  ],
  [
    new RegExp(String.raw`\bDELETE\s{1,4}FROM\s{1,4}${table}(?=\s{0,20}(?:;|$|["'\x60)]\s{0,4}[;)]?))`, 'im'),
    'deletion of every row of a table',
  ],
]
/** In a sentence only a statement in capitals is one. */
export function* statementHarm({ text, kind }: Snippet): Iterable<Finding> {
  for (const [pattern, effect] of statements) {
    const match = pattern.exec(text)
    if (!match) continue
    if (kind === 'prose' && !/^(?:DROP|TRUNCATE|DELETE)/.test(match[0])) continue
    yield { offset: match.index, found: match[0], effect, forgivable: true }
  }
}
