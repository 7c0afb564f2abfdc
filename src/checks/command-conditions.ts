import type { Call } from './shell-calls.ts'

/** Addresses that never leave the machine. */
export const localHost =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|[\w-]+\.(?:local|localhost|internal|test)|(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|kubernetes(?:\.default\S*)?)$/i

export interface Address {
  readonly host: string
  readonly path: string
  readonly text: string
}

/** The addresses in a text; a host that is a variable is given as it stands. */
export function addressesIn(text: string): Address[] {
  return [
    ...text.matchAll(
      /\b(?:https?|ftp|wss?|git\+https?|git\+ssh|git):\/\/(?:[^\s/@"'<>|]{1,200}@)?([^\s/:?#"'<>|;)]{1,253})(?::\d{1,5})?([^\s"'<>|;]{0,1000})/gi,
    ),
  ].map(([whole, host = '', path = '']) => ({ host: host.toLowerCase(), path, text: whole }))
}

const has = ({ args }: Call, pattern: RegExp): boolean => args.some((arg) => pattern.test(arg))
const plain = ({ args }: Call): string[] => args.filter((arg) => !arg.startsWith('-'))

/** What a row of data/commands.yaml can ask of a call by name in `when`. */
export const conditions: Readonly<Record<string, (call: Call) => boolean>> = {
  killsEverything(call) {
    const names = plain(call)
    const byUser = has(call, /^-[uU]|^--(?:e?uid|user)/) && names.length < 2
    return byUser || /^(?:\.\*?|\^?\.?\*|\$\{?USER\}?)$/.test(names.at(-1) ?? '')
  },
  opensToAll({ args }) {
    const mode =
      args.find((arg) => !/^-(?:[abdeg-uw-zA-GI-KM-OQS-Z]*[RvfcLHP][a-zA-Z]*|-\S+)$/.test(arg)) ?? ''
    // A sticky folder is how /tmp itself is set up.
    if (mode === '+w' || /^0?1[0-7]{3}$|^\+t|,\+t$/.test(mode)) return false
    return everyone.test(mode) || permissive.test(mode)
  },
  forcesPush(call) {
    const rest = pushed(call)
    const forced = rest.some(
      (arg) => /^(?:--force|--mirror|-[a-eg-z]*f[a-z]*)$/.test(arg) || /^\+\S/.test(arg),
    )
    return forced && !rest.some((arg) => /^--force-(?:with-lease|if-includes)/.test(arg))
  },
  deletesSharedBranch(call) {
    const rest = pushed(call)
    return (
      rest.some((arg) => /^(?:--delete|-d)$/.test(arg) || /^:\S/.test(arg)) &&
      rest.some((arg) => /^:?(?:main|master|develop|trunk|production)$/.test(arg))
    )
  },
  deletesFolder(call) {
    const targets = plain(call)
    const recursive = has(call, /^-[a-zA-Z]*[rR]|^--recursive$/)
    return recursive && targets.length > 0 && !targets.every((target) => rebuilt.test(target))
  },
  deletesShared: (call) =>
    /^(?:ns|namespaces?|pvc?|persistentvolumes?(?:claims?)?|crds?)$/.test(plain(call)[1] ?? ''),
  insecureCurl: ({ args }) =>
    args.some(
      (arg) =>
        insecure.test(arg) &&
        // In `-o k` and the like the letter belongs to the value of another switch.
        !/^-[acf-lnpqsvxBDEGI-PRSVWZ]*[ouHdFXTebmwrAyYzCQtU][a-jl-zA-Z]*k/.test(arg),
    ),
  skipsApproval(call) {
    const { name, args } = call
    const started = /^(?:npx|bunx|uvx)$/.test(name)
      ? (plain(call)[0]?.split(/[/@]/).filter(Boolean).at(-1) ?? '')
      : name
    if (!agents.test(started) && !/(?:claude-code|codex|gemini-cli)/.test(args.slice(0, 3).join(' ')))
      return false
    if (started === 'gemini' && /^(?:mcp|extensions)$/.test(args[0] ?? '')) return false
    return (
      has(call, strongSwitch) ||
      (/^cursor/.test(started) && has(call, /^(?:-f|--force)$/)) ||
      (/^(?:gemini|interpreter|qwen)$/.test(started) && args.includes('-y')) ||
      args.some((arg, index) => arg === 'never' && /^(?:-a|--ask-for-approval)$/.test(args[index - 1] ?? ''))
    )
  },
}

const everyone = /^(?:0?[0-7]?[0-7]{2}[2367]|(?:[ug]*[oa][ugoa]*)?[+=][rxXst]*w[rwxXst]*)$/
const permissive = /(?:^|,)[ug]*[oa][ugoa]*[+=][rxXst]*w/

/** Arguments after `push`. */
const pushed = ({ args }: Call): readonly string[] =>
  args.includes('push') ? args.slice(args.indexOf('push') + 1) : []

/** Folders and files that the next install or build makes again. */
const rebuilt =
  /^(?:\.?\/)?(?:[\w.@-]+\/){0,3}(?:node_modules|package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.venv|venv|\.next|\.nuxt|\.turbo|\.parcel-cache|\.cache|\.tox|\.gradle|target|coverage|\*\.pyc|\*\.egg-info|[\w.-]*\.(?:tmp|pid|log))\/?\*?$|^\/var\/lib\/apt\/lists\/\*$|^\$\(mktemp|^\/tmp\/[\w.-]+/

const insecure = /^(?:--insecure|--proxy-insecure|--doh-insecure|-[a-jl-zA-Z]*k[a-zA-Z]*)$/

const agents =
  /^(?:claude|claude-code|codex|gemini|copilot|cursor-agent|cursor|opencode|goose|aider|amp|droid|q|kiro|kiro-cli|qwen|crush|cline|openclaw|auggie|grok|kimi|openhands|interpreter)$/
const strongSwitch =
  /^--(?:yolo|full-auto|yes-always|yes-to-all|skip-permissions(?:-unsafe)?|allow-all(?:-paths)?|auto-run|always-approve|auto_run)$/

/** Whether everything that a call addresses is on this machine. */
export function isLocal({ args, text }: Call): boolean {
  const addresses = addressesIn(text)
  if (addresses.length > 0) return addresses.every(({ host }) => localHost.test(host))
  // Without any target a flag is named, not used.
  if (!args.some((arg) => /[.$/]/.test(arg))) return true
  const hosts = args.filter((arg) => /^[\w.-]+(?::\d+)?(?:\/|$)/.test(arg))
  return hosts.some((arg) => localHost.test(arg.split(/[:/]/)[0] ?? ''))
}
