import { addressesIn, localHost } from './command-conditions.ts'
import { isDownload } from './command-remote-code.ts'
import type { Finding, Snippet } from './command-snippets.ts'
import { type Call, withInner } from './shell-calls.ts'

const effect = 'secret or environment that leaves the machine'

/** Files that hold keys, logins or a person’s history. Public halves of keys and samples are none. */
const secretFile =
  /(?:^|[\s/=@~:"'(])(?:\.env(?:\.(?!example|sample|template|dist|test\b)\w+)?|id_(?:rsa|ed25519|ecdsa|dsa)|\.aws(?:\/credentials|\/?$|\/)|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.kube(?:\/config|\/?$)|\.docker\/config\.json|\.gnupg\S*|\.ssh(?:\/?$|\/\*|\/(?!known_hosts|config\b|\S*\.pub)\S*)|\/etc\/(?:passwd|shadow|sudoers)|\.(?:bash|zsh|python|psql|mysql|node_repl)_history|\.config\/gh(?:\/hosts\.yml|\/?$)|\.config\/gcloud\S*|\.azure\S*|\.claude(?:\.json|\/\.credentials\.json)|\.codex\/auth\.json|\.openclaw\/(?:openclaw\.json|credentials\S*|agents\S*)|auth\.json|credentials(?:\.json|\.db)?|service[-_]account[\w-]*\.json|secrets?\.(?:json|ya?ml|toml|env)|wallet\.dat|keychain-db|[\w-]+\.(?:pem|p12|pfx|kdbx)|Login Data|cookies\.sqlite)(?=$|[\s;"')|,])/i
const reader =
  /^(?:cat|head|tail|less|more|bat|base64|xxd|od|hexdump|tar|zip|gzip|bzip2|7z|grep|egrep|rg|awk|sed|strings|cp|jq|yq|find|xargs|nl|tac|type|get-content|gc|dd|openssl|gpg|echo|printf)$/
const vaults =
  /^(?:gh auth token|aws configure (?:get|export-credentials)|security find-(?:generic|internet)-password|kubectl get secrets?\b|docker inspect|pass show|op (?:read|item get)|vault (?:kv get|read)|secret-tool lookup|gcloud auth print|az account get-access-token|heroku config|env \||history$|fc -l)/

/** Whether what a call prints is secret. */
function printsSecrets(call: Call): boolean {
  const { name, args, text } = call
  if (/^(?:env|printenv|compgen)$/.test(name))
    return name !== 'printenv' || args.length === 0 || isSecretName(args[0] ?? '')
  if (/^(?:set|export|declare|typeset)$/.test(name))
    return args.every((arg) => /^-[px]+$/.test(arg)) && (name === 'set' || args.length > 0)
  if (/^(?:gci|get-childitem|dir|ls)$/.test(name) && args.some((arg) => /^env:/i.test(arg))) return true
  if (reader.test(name)) {
    return (
      args.some((arg) => secretFile.test(arg)) ||
      call.redirects.some(({ operator, target }) => operator === '<' && secretFile.test(target)) ||
      (/^(?:echo|printf)$/.test(name) && args.some((arg) => secretVariable.test(arg)))
    )
  }
  return vaults.test(text)
}

const secretVariable =
  /\$(?:env:|\{)?([A-Za-z_]*(?:API_?KEY|ACCESS_KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?|PRIVATE_KEY|_KEY)[A-Za-z_]*)\}?/i
const isSecretName = (name: string): boolean => secretVariable.test(`$${name}`)

const mailer = /^(?:mail|mailx|sendmail|mutt|msmtp|swaks)$/
const sender =
  /^(?:nc|ncat|netcat|socat|telnet|ftp|sftp|tftp|ssh|scp|rsync|rclone|croc|wormhole|transfer|dig|nslookup|host|ping|logger)$/

/** Whether a call sends its input or arguments to a host that is not this machine. */
function sends(call: Call): boolean {
  const { name, args, text } = call
  if (mailer.test(name)) return true
  if (name === 'openssl') return args[0] === 's_client'
  if (name === 'gh') return args[0] === 'gist' && args[1] === 'create'
  if (!isDownload(call) && !sender.test(name)) return false
  const hosts = addressesIn(text).map(({ host }) => host)
  return hosts.length === 0
    ? sender.test(name) || isDownload(call)
    : hosts.some((host) => !localHost.test(host))
}

export function* leaks(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const { name, text, redirects, before, inside } = call
  if (!sends(call)) return
  const piped = before.flatMap(withInner).some(printsSecrets)
  // The public key of this machine goes to a server so that it lets the owner in.
  if (piped && !(name === 'ssh' && /\.pub\b/.test(before.map((other) => other.text).join(' ')))) {
    yield { found: [...before.map((other) => other.text), text].join(' | '), effect }
    return
  }
  const quoted = inside
    .flatMap(withInner)
    .some(
      (other) =>
        printsSecrets(other) ||
        (/^(?:whoami|hostname|id|pwd)$/.test(other.name) && /^(?:dig|nslookup|host|ping)$/.test(name)),
    )
  if (quoted && name !== 'ssh') yield { found: text, effect }
  else if (redirects.some(({ operator, target }) => operator === '<' && secretFile.test(target)))
    yield { found: text, effect }
  else if (sendsFile(call)) yield { found: text, effect }
}

function sendsFile({ name, args }: Call): boolean {
  return args.some((arg, index) => {
    const previous = args[index - 1] ?? ''
    if (/^(?:scp|sftp|rsync|rclone|croc|wormhole|gh)$/.test(name)) {
      if (/^-i$|^--?(?:identity|key|config)/.test(previous) || !secretFile.test(arg)) return false
      // Fetching is no sending: the last argument is where the file goes.
      return name === 'croc' || name === 'wormhole' || name === 'gh' || /:/.test(args.at(-1) ?? '')
    }
    if (/^(?:-T|--upload-file|--post-file|--body-file|-InFile)$/i.test(previous)) return secretFile.test(arg)
    if (/^--(?:post-file|upload-file|body-file)=/.test(arg)) return secretFile.test(arg)
    const file = /(?:^|=|^-[dF])[@<]([^;]+)/.exec(arg)?.[1]
    return file !== undefined && secretFile.test(file)
  })
}

const environment =
  /\bprocess\.env\b(?!\s*[.[]|\?\.)|\bos\.environ\b(?!\s*(?:[[]|\.get|\.setdefault|\.pop|\.update|\.putenv))|\bdict\(os\.environ\)|\bENV\.to_h\b|\bSystem\.getenv\(\)|\bos\.Environ\(\)|\$_ENV\b|\$_SERVER\b(?!\[)|\bDeno\.env\.toObject\(/
const readsFile =
  /(?:readFile(?:Sync)?|open|read_text|ReadFile|file_get_contents|Path|createReadStream|expanduser)\([^)]{0,40}["'`][^"'`\n]{0,80}(?:\.env|id_rsa|id_ed25519|\.aws\/credentials|\.ssh\/|\.netrc|\.npmrc|\/etc\/(?:passwd|shadow)|\.claude\.json|auth\.json)["'`]/
const network =
  /\b(?:fetch|axios(?:\.\w+)?|got(?:\.post)?|request(?:s\.(?:post|put|get|request))?|httpx\.(?:post|put|get)|urlopen|http\.client|https?\.request|HttpClient|http\.Post|XMLHttpRequest|navigator\.sendBeacon|aiohttp|session\.post|curl_exec|Net::HTTP|socket\.send(?:all)?)\s{0,2}[.(]/

/** The same in code: a whole environment or a key file, and an address, in one block. */
export function* leaksInCode({ text, kind }: Snippet): Iterable<Finding> {
  if (kind === 'prose') return
  const source = environment.exec(text) ?? readsFile.exec(text)
  const call = source && network.exec(text)
  if (!call || !addressesIn(text).some(({ host }) => !localHost.test(host) && !/^[$<{]/.test(host))) return
  const near = text.slice(Math.min(source.index, call.index), Math.max(source.index, call.index) + 200)
  if (near.length < 800) yield { offset: source.index, found: source[0], effect }
}
