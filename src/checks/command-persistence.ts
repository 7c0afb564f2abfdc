import type { Finding, Snippet } from './command-snippets.ts'
import type { Call } from './shell-calls.ts'

const keys = 'way in for someone else’s key'
const rights = 'rule that gives root without a password'
const schedule = 'job that runs again later'
const memory = 'text that is written into an agent’s memory'

/** Files that a machine or an agent obeys ever after. */
const files: readonly (readonly [RegExp, string, forgivable?: boolean])[] = [
  [/(?:^|\/)authorized_keys2?$/, keys],
  [/^\/etc\/(?:sudoers(?:\.d\/\S*)?|passwd|shadow|pam\.d\/\S+|ld\.so\.preload)$/, rights],
  [/^\/etc\/(?:crontab|cron\.\S+|cron\.d\/\S*|anacrontab)$|^\/var\/spool\/cron\S*/, schedule, true],
  [
    /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|AGENTS?\.md|GEMINI\.md|SOUL\.md|MEMORY\.md|HEARTBEAT\.md|IDENTITY\.md|TOOLS\.md|\.cursorrules|\.windsurfrules|\.clinerules|copilot-instructions\.md|\.cursor\/rules\/\S+|\.github\/instructions\/\S+|\.claude\/(?:settings(?:\.local)?\.json|agents\/\S+|commands\/\S+|hooks\/\S+|skills\/\S+)|\.codex\/(?:config\.toml|instructions\.md))$/i,
    memory,
    true,
  ],
]
/** Profiles are set every day; what makes them a threat is what is written. */
const profile =
  /(?:^|\/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|bash_login|config\/fish\/config\.fish)$|^\/etc\/(?:profile|bash\.bashrc|environment)|\$PROFILE$|(?:^|\/)\.(?:curlrc|wgetrc|gitconfig|npmrc|ssh\/config)$|(?:^|\/)pip\.conf$/
const profileHarm =
  /\b(?:curl|wget|nc|base64|eval)\b[^\n]{0,200}(?:\||\$\(|https?:)|\balias\s+(?:sudo|ssh|git|npm|pip|cd|ls)=|\btrap\b[^\n]{0,80}DEBUG|\bPROMPT_COMMAND=[^\n]{0,200}(?:curl|wget|nc)\b|\bLD_PRELOAD=|\b(?:PYTHONSTARTUP|BASH_ENV|PROMPT_COMMAND)=|\binsecure\b|check_certificate\s?=\s?off|ProxyCommand|script-shell|hooksPath/

export function* persistence(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const { name, args, redirects, text, before, input } = call
  const targets = redirects
    .filter(({ operator }) => /^(?:&?>>?|>\|)$/.test(operator))
    .map(({ target }) => target)
  if (/^(?:tee|sponge|add-content|set-content|out-file)$/.test(name))
    targets.push(...args.filter((arg) => !arg.startsWith('-')))
  if (/^(?:cp|mv|ln|install|curl|wget|scp)$/.test(name))
    targets.push(
      args.at(-1) ?? '',
      ...args.filter((_, index) => /^-[a-zA-Z]*[oO]$|^--output/.test(args[index - 1] ?? '')),
    )
  if (name === 'sed' && args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg)))
    targets.push(args.at(-1) ?? '')
  for (const target of targets) {
    for (const [pattern, effect, forgivable = false] of files) {
      if (pattern.test(target)) yield { found: `${text} > ${target}`, effect, forgivable }
    }
    const written = [text, input, ...before.map((other) => other.text)].join('\n')
    if (profile.test(target) && profileHarm.test(written))
      yield { found: written, effect: 'line in a profile that runs in every shell' }
  }
}

const rootRule = /\bALL\s?=\s?\(ALL(?:\s?:\s?ALL)?\)\s{0,3}NOPASSWD\s?:\s?ALL\b|\bNOPASSWD\s?:\s?ALL\b/
const publicKey = /\bssh-(?:rsa|ed25519)\s{1,3}AAAA[\w+/=]{20,}/
const obeyedFile =
  /(?:writeFile|appendFile|open|write_text)(?:Sync)?\([^)]{0,60}["'`][^"'`\n]{0,80}(?:authorized_keys|\/etc\/(?:sudoers|crontab|cron\.d)|CLAUDE\.md|AGENTS\.md|\.cursorrules)["'`]\s{0,2},\s{0,2}(?!["']r)/

export function* persistenceInCode({ text, kind }: Snippet): Iterable<Finding> {
  const root = rootRule.exec(text)
  if (root) yield { offset: root.index, found: root[0], effect: rights }
  const key = publicKey.exec(text)
  if (key && kind !== 'prose' && /authorized_keys/.test(text))
    yield { offset: key.index, found: key[0], effect: keys }
  const added = obeyedFile.exec(text)
  if (added) yield { offset: added.index, found: added[0], effect: 'file that machine or agent obeys later' }
}
