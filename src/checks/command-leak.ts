import { addressesIn, isDownload } from './command-remote-code.ts'
import type { Finding } from './command-snippets.ts'
import { is } from './data.ts'
import { type Call, withInner } from './shell-calls.ts'

const effect = 'secret or environment that leaves the machine'

/** Whether what a call prints is secret. */
function printsSecrets({ name, args, text, redirects }: Call): boolean {
  const isRead = ({ operator, target }: Call['redirects'][number]) =>
    operator === '<' && is('secretFile', target)
  return (
    is('vaults', text) ||
    args.some((arg) => is('secretFile', arg)) ||
    redirects.some(isRead) ||
    (/^(?:echo|printf|printenv)$/.test(name) && is('secretVariable', text))
  )
}

/** Whether a call sends its input or arguments to a host that is not this machine. */
function sends(call: Call): boolean {
  const { name, text } = call
  if (/^(?:(?:mail|mailx|sendmail|mutt|msmtp|swaks)(?: |$)|openssl s_client|gh gist create)/.test(text))
    return true
  if (name === 'gh' || !(isDownload(call) || is('sender', name))) return false
  const hosts = addressesIn(text).map(({ host }) => host)
  return hosts.length === 0 || hosts.some((host) => !is('localHost', host))
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
    redirects.some(({ operator, target }) => operator === '<' && is('secretFile', target)) ||
    sendsFile(call)
  )
    yield { found: text, effect }
}

const sendsFile = ({ name, args }: Call): boolean =>
  args.some((arg, index) => {
    if (!is('secretFile', arg)) return false
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
