import { localHost } from './approved.ts'
import { addressesIn, isDownload } from './command-remote-code.ts'
import type { Finding } from './command-snippets.ts'
import { type Call, withInner } from './shell-calls.ts'

const effect = 'secret or environment that leaves the machine'

/** Files that hold keys, logins or a person’s history. Public halves of keys and samples are none. */
const secretFile =
  /(?:^|[\s/=@<~:"'(])(?:\.env(?:\.(?!example|sample|template|dist|test\b)\w+)?|id_(?:rsa|ed25519|ecdsa|dsa)|\.aws(?:\/credentials|\/?$|\/)|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.kube(?:\/config|\/?$)|\.docker\/config\.json|\.gnupg\S*|\.ssh(?:\/?$|\/\*|\/(?!known_hosts|config\b|\S*\.pub)\S*)|\/etc\/(?:passwd|shadow|sudoers)|\.(?:bash|zsh|python|psql|mysql|node_repl)_history|\.config\/gh(?:\/hosts\.yml|\/?$)|\.config\/gcloud\S*|\.azure\S*|\.claude(?:\.json|\/\.credentials\.json)|\.codex\/auth\.json|\.openclaw\/(?:openclaw\.json|credentials\S*|agents\S*)|auth\.json|credentials(?:\.json|\.db)?|service[-_]account[\w-]*\.json|secrets?\.(?:json|ya?ml|toml|env)|wallet\.dat|keychain-db|[\w-]+\.(?:pem|p12|pfx|kdbx)|Login Data|cookies\.sqlite)(?=$|[\s;"')|,])/i
const vaults =
  /^(?:gh auth token|aws configure (?:get|export-credentials)|security find-(?:generic|internet)-password|kubectl get secrets?\b|docker inspect|pass show|op (?:read|item get)|vault (?:kv get|read)|secret-tool lookup|gcloud auth print|az account get-access-token|heroku config|history$|fc -l|env(?: |$)|compgen(?: |$)|printenv$|set(?: -[px]+)*$|(?:export|declare|typeset)(?: -[px]+)+$|(?:gci|get-childitem|dir|ls) (?:.* )?env:)/i
const secretVariable =
  /(?:^printenv |\$(?:env:|\{)?)[A-Za-z_]*(?:API_?KEY|ACCESS_KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?|PRIVATE_KEY|_KEY)/i

/** Whether what a call prints is secret. */
function printsSecrets({ name, args, text, redirects }: Call): boolean {
  const isRead = ({ operator, target }: Call['redirects'][number]) =>
    operator === '<' && secretFile.test(target)
  return (
    vaults.test(text) ||
    args.some((arg) => secretFile.test(arg)) ||
    redirects.some(isRead) ||
    (/^(?:echo|printf|printenv)$/.test(name) && secretVariable.test(text))
  )
}

const sender =
  /^(?:nc|ncat|netcat|socat|telnet|ftp|sftp|tftp|ssh|scp|rsync|rclone|croc|wormhole|transfer|dig|nslookup|host|ping|logger)$/

/** Whether a call sends its input or arguments to a host that is not this machine. */
function sends(call: Call): boolean {
  const { name, text } = call
  if (/^(?:(?:mail|mailx|sendmail|mutt|msmtp|swaks)(?: |$)|openssl s_client|gh gist create)/.test(text))
    return true
  if (name === 'gh' || !(isDownload(call) || sender.test(name))) return false
  const hosts = addressesIn(text).map(({ host }) => host)
  return hosts.length === 0 || hosts.some((host) => !localHost.test(host))
}

export function* leaks(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const { name, text, redirects, before, inside } = call
  if (!sends(call)) return
  const earlier = before.map((other) => other.text)
  // The public key of this machine goes to a server so that it lets the owner in.
  const isKey = name === 'ssh' && earlier.some((line) => /\.pub\b/.test(line))
  const says = (other: Call) =>
    printsSecrets(other) ||
    (/^(?:dig|nslookup|host|ping)$/.test(name) && /^(?:whoami|hostname|id|pwd)$/.test(other.name))
  if (before.flatMap(withInner).some(printsSecrets) && !isKey)
    yield { found: [...earlier, text].join(' | '), effect }
  else if (
    (name !== 'ssh' && inside.flatMap(withInner).some(says)) ||
    redirects.some(({ operator, target }) => operator === '<' && secretFile.test(target)) ||
    sendsFile(call)
  )
    yield { found: text, effect }
}

const sendsFile = ({ name, args }: Call): boolean =>
  args.some((arg, index) => {
    if (!secretFile.test(arg)) return false
    const previous = args[index - 1] ?? ''
    if (/^(?:scp|sftp|rsync|rclone|croc|wormhole|gh)$/.test(name)) {
      if (/^-i$|^--?(?:identity|key|config)/.test(previous)) return false
      // Fetching is no sending: the last argument is where the file goes.
      return /^(?:croc|wormhole|gh)$/.test(name) || /:/.test(args.at(-1) ?? '')
    }
    return (
      /^(?:-T|--upload-file|--post-file|--body-file|-InFile)$/i.test(previous) ||
      /^--(?:post-file|upload-file|body-file)=|(?:^|=|^-[dF])[@<]/.test(arg)
    )
  })
