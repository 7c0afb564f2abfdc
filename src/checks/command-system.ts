import { commandPatterns, commandRule, type Finding } from './commands.ts'
import type { Call } from './shell-calls.ts'

const disk =
  /^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|disk\d|rdisk\d|mapper\/|md\d|loop\d|vg|mem|kmem)/

function* diskHarm({ name, args, redirects, text }: Call): Iterable<Omit<Finding, 'offset'>> {
  const wipes =
    (/^mkfs(?:\.\w+)?$|^mke2fs$|^newfs/.test(name) && args.some((arg) => arg.startsWith('/dev/'))) ||
    (name === 'mkswap' && args.some((arg) => disk.test(arg))) ||
    (name === 'dd' && args.some((arg) => /^of=/.test(arg) && disk.test(arg.slice(3)))) ||
    (/^(?:wipefs|blkdiscard|shred|sgdisk|sfdisk|badblocks)$/.test(name) &&
      args.some((arg) => disk.test(arg)) &&
      args.some((arg) => /^-(?:a|z|w|f|-all|-zap)|^-[a-z]*[azwfu]/.test(arg))) ||
    (name === 'parted' && args.some((arg) => /^(?:rm|mklabel)$/.test(arg))) ||
    (name === 'diskutil' && /^(?:erase|partition|zero|secureErase|reformat)/i.test(args[0] ?? '')) ||
    (name === 'format' && args.some((arg) => /^[a-z]:$/i.test(arg))) ||
    (name === 'cryptsetup' && args.includes('luksFormat')) ||
    /^(?:format-volume|clear-disk|initialize-disk|remove-partition)$/.test(name)
  if (wipes) yield { found: text, effect: 'command that wipes a disk' }
  for (const { operator, target } of redirects) {
    if (/>/.test(operator) && disk.test(target))
      yield { found: `${text} ${operator} ${target}`, effect: 'write over a disk' }
  }
}

function* killHarm({ name, args, text }: Call): Iterable<Omit<Finding, 'offset'>> {
  const effect = 'end of every process of a user or machine'
  if (name === 'kill' && args.at(-1) === '-1' && args.length > 1) yield { found: text, effect }
  if (
    name === 'kill' &&
    args.length > 1 &&
    /^(?:0|1)$/.test(args.at(-1) ?? '') &&
    /^-(?:9|kill|sigkill)$/i.test(args[0] ?? '')
  )
    yield { found: text, effect }
  if (name === 'killall5') yield { found: text, effect }
  if (/^(?:pkill|killall)$/.test(name)) {
    const pattern = args.filter((arg) => !arg.startsWith('-')).at(-1)
    const byUser =
      args.some((arg) => /^-[uU]|^--(?:e?uid|user)/.test(arg)) &&
      args.filter((arg) => !arg.startsWith('-')).length < 2
    if (byUser || /^(?:\.\*?|\^?\.?\*|\$\{?USER\}?)$/.test(pattern ?? '')) yield { found: text, effect }
  }
  if (name === 'taskkill' && args.some((arg) => /^(?:\*|"\*")$/.test(arg))) yield { found: text, effect }
  if (name === 'loginctl' && /^(?:kill|terminate)-user$/.test(args[0] ?? '')) yield { found: text, effect }
}

/** A container that is given the root of its host is the host. */
function* hostInContainer({ name, args, text }: Call): Iterable<Omit<Finding, 'offset'>> {
  if (!/^(?:docker|podman|nerdctl)$/.test(name)) return
  if (args.some((arg) => /^(?:-v|--volume=)?\/:\/\S*|\bsource=\/,|\bsrc=\/,/.test(arg))) {
    yield { found: text, effect: 'container that may change the whole host', forgivable: true }
  }
}

const harm = (call: Call) => [...diskHarm(call), ...killHarm(call), ...hostInContainer(call)]

const inCode = commandPatterns([
  [/\bprocess\.kill\(\s*-1\b|\bos\.kill\(\s*-1\b/, 'end of every process of a user or machine'],
])

export const commandSystem = commandRule({
  code: 'command/system',
  why: 'A wiped disk or a machine whose every process is ended is no fix for anything, whatever the error was.',
  hint: 'Name the one file, device image or process that is meant.',
  good: [
    { fix: 'Free the port.\n\n```bash\nkill -9 $(lsof -t -i:3000)\npkill -f "node server.js"\n```' },
    {
      fix: 'Make swap.\n\n```bash\nsudo dd if=/dev/zero of=/swapfile bs=1M count=2048\nsudo mkswap /swapfile\n```',
    },
  ],
  bad: [
    { fix: 'Stop it.\n\n```bash\nkill -9 -1\n```' },
    { fix: 'Stop it.\n\n```bash\npkill -9 -u $USER\n```' },
    { fix: 'Start fresh.\n\n```bash\nsudo mkfs.ext4 /dev/sda1\n```' },
    { fix: 'Start fresh.\n\n```bash\ndd if=/dev/zero of=/dev/nvme0n1\n```' },
    { fix: 'Start fresh.\n\n```bash\necho x > /dev/sda\n```' },
  ],
  inCall: harm,
  patterns: inCode,
})
