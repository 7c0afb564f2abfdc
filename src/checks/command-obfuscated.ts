import { isShell, runsInput } from './command-remote-code.ts'
import type { Finding } from './commands.ts'
import type { Call } from './shell-calls.ts'

const effect = 'command that is decoded and run'

function decodes({ name, args, text }: Call): boolean {
  if (/^(?:base64|base32|gbase64|basenc)$/.test(name))
    return args.some((arg) => /^(?:-[a-z]*[dD]|--decode)$/.test(arg))
  if (name === 'openssl') return /(?:^| )-d(?: |$)/.test(text) && /\b(?:enc|base64|aes|des)/.test(text)
  if (name === 'xxd') return /-[a-z]*r/.test(text)
  if (/^(?:rev|uudecode|tr|gunzip|zcat|bzcat|xzcat|gpg|unxz)$/.test(name))
    return name !== 'gpg' || /-d|--decrypt/.test(text)
  if (/^(?:gzip|bzip2|xz)$/.test(name)) return args.some((arg) => /^-[a-z]*d/.test(arg))
  if (/^(?:printf|echo)$/.test(name)) return /\\x[0-9a-f]{2}|\\0?[0-7]{3}/i.test(text)
  if (/^(?:python[\d.]*|perl|ruby|php|node)$/.test(name))
    return /b64decode|base64_decode|decode64|unpack|from_?hex|frombase64|['"]base64['"]|codecs\.decode/i.test(
      text,
    )
  return false
}

const deep = (call: Call): Call[] => [call, ...call.inside.flatMap(deep)]

export function* decoded(call: Call): Iterable<Omit<Finding, 'offset'>> {
  if (runsInput(call) && call.before.flatMap(deep).some(decodes)) {
    yield { found: [...call.before.map(({ text }) => text), call.text].join(' | '), effect }
  }
  const runs =
    isShell(call) ||
    /^(?:eval|source|\.|exec|iex|invoke-expression)$/.test(call.name) ||
    call.name.startsWith('$(')
  if (
    runs &&
    call.inside.flatMap(deep).some(decodes) &&
    /[<$]\(|`/.test([call.name, ...call.args, call.input].join(' '))
  ) {
    yield { found: call.text, effect }
  }
  if (
    /^(?:powershell|pwsh)$/.test(call.name) &&
    call.args.some((arg) => /^-e(?:nc?|nco\w*|c)?$/i.test(arg)) &&
    call.args.some((arg) => /^[A-Za-z0-9+/=]{16,}$/.test(arg))
  ) {
    yield { found: call.text, effect }
  }
}
