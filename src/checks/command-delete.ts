import type { Finding } from './commands.ts'
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
  /^(?:\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*(?:[#%/^,][^}]*)?\})|\$[0-9@*]|\$\((?!(?:mktemp|realpath|readlink|pwd|npm|go|git|yarn|pnpm|brew|python|pip|dirname)\b)[^)]*\))(?:$|\/)/
const ownFolders =
  /^\$\{?(?:TMP|TEMP|TMPDIR|tmp|tmpdir|temp|tempdir|RUNNER_TEMP|XDG_CACHE_HOME|PIP_CACHE_DIR|HF_HOME|npm_config_cache)\w*\}?(?:$|\/\w)/

export function* deletions(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const flags = call.args.filter((arg) => /^-/.test(arg)).join(' ')
  const targets = targetsOf(call)
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

/** What a call deletes; undefined when it deletes nothing. */
function targetsOf({ name, args, inside }: Call): readonly string[] | undefined {
  const plain = args.filter((arg) => !arg.startsWith('-') && !/^\/[a-z]$/i.test(arg))
  switch (name) {
    case 'rm':
    case 'rimraf':
    case 'del-cli':
    case 'srm':
    case 'trash':
      return plain
    case 'shred':
      return plain.filter((arg) => arg.startsWith('/dev/'))
    case 'remove-item':
    case 'ri':
      return plain
    case 'rd':
    case 'rmdir':
    case 'del':
    case 'erase':
    case 'deltree':
      return args.some((arg) => /^\/s$/i.test(arg) || /^-r/i.test(arg)) ? plain : undefined
    case 'find':
      return args.includes('-delete') || inside.some((call) => call.name === 'rm')
        ? args.slice(0, 1).filter((arg) => args.length < 4 && everything.test(arg))
        : undefined
    case 'mv':
      return args.at(-1) === '/dev/null' ? plain.slice(0, -1) : undefined
    case 'rsync':
      return args.includes('--delete') && args.includes('/dev/null') ? plain : undefined
    case 'npx':
    case 'bunx':
      return /^(?:rimraf|del-cli)$/.test(args[0] ?? '') ? plain.slice(1) : undefined
    default:
      return undefined
  }
}

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
