import { isShell, runsInput } from './command-remote-code.ts'
import { commandPatterns, commandRule, type Finding } from './commands.ts'
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

function* decoded(call: Call): Iterable<Omit<Finding, 'offset'>> {
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

const inCode = commandPatterns([
  [
    /\b(?:exec|eval|compile|os\.system|subprocess\.|execSync|exec|spawn|Function|assert|system|child_process\.|runInThisContext|Invoke-Expression|iex)[^\n]{0,140}?(?:b64decode|base64_decode|decode64|\batob\(|Buffer\.from\([^()\n]{1,400},\s{0,3}["'`](?:base64|hex)|bytes\.fromhex|FromBase64String|codecs\.decode|str_rot13|gzinflate|zlib\.decompress|marshal\.loads|String\.fromCharCode)/i,
    effect,
  ],
  [/\bchr\(\d{1,3}\)\s{0,2}\+\s{0,2}chr\(\d{1,3}\)\s{0,2}\+\s{0,2}chr\(\d{1,3}\)/, effect],
  [
    /\b(?:pickle\.loads|marshal\.loads)\(\s{0,3}(?:base64\.|requests\.|urllib|urlopen|bytes\.fromhex)/,
    effect,
  ],
  [/\bpowershell(?:\.exe)?\b[^\n]{0,120}\s-e(?:nc?|nc?o\w*|c)?\s{1,3}["']?[A-Za-z0-9+/=]{16,}/i, effect],
])

export const commandObfuscated = commandRule({
  code: 'command/obfuscated',
  why: 'A command that has to be decoded before it runs is hidden from everyone who reads the page.',
  hint: 'Write the command out.',
  good: [
    { fix: "Read it.\n\n```bash\nkubectl get secret api -o jsonpath='{.data.key}' | base64 -d\n```" },
    { fix: 'Unpack it.\n\n```bash\ngunzip -c dump.sql.gz | psql app\n```' },
  ],
  bad: [
    { fix: 'Run it.\n\n```bash\necho ZWNobyBoaQ== | base64 -d | sh\n```' },
    { fix: 'Run it.\n\n```bash\neval "$(echo ZWNobyBoaQ== | base64 --decode)"\n```' },
    { fix: 'Run it.\n\n```bash\nbash <<< "$(xxd -r -p <<< 6563686f)"\n```' },
    { fix: 'Run it.\n\n```python\nexec(base64.b64decode("cHJpbnQoMSk="))\n```' },
    { fix: 'Run it.\n\n```powershell\npowershell -enc ZQBjAGgAbwAgAGgAaQA=\n```' },
  ],
  inCall: decoded,
  patterns: inCode,
})
