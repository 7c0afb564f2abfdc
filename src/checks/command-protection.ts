import { addressesIn, commandPatterns, commandRule, type Finding, localHost } from './commands.ts'
import type { Call } from './shell-calls.ts'

const tls = 'switch that turns certificate checks off'
const hostKeys = 'switch that turns host key checks off'
const signatures = 'switch that turns signature checks off'
const off = String.raw`['"]?\s{0,3}(?:[:=,]|=>)\s{0,3}['"]?(?:0|false|off|no|none|disabled?)\b`
const local = /localhost|127\.0\.0\.1|\[::1\]|\.local\b|kubernetes\.default/i

/** Settings, in whatever language they stand. */
const settings = commandPatterns([
  [
    new RegExp(
      `\\b(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|HF_HUB_VERIFY|CURL_SSL_VERIFY|npm_config_strict_ssl|YARN_STRICT_SSL|YARN_ENABLE_STRICT_SSL)${off.replace('[:=,]', '[\\]:=,]\\s{0,2}[:=]?')}`,
      'i',
    ),
    tls,
  ],
  [/\b(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)['"]?\s{0,40}value:\s{0,3}['"]?0/, tls],
  [/\bsetx?\s{1,3}(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY)\s{1,3}"?0/i, tls],
  [/\bGIT_SSL_NO_VERIFY['"]?\s{0,3}[:=]\s{0,3}['"]?(?:1|true|yes)/i, tls],
  [/\bhttp(?:\.\S{1,80})?\.?sslVerify['"]?\s{0,3}[=: ]\s{0,3}['"]?(?:false|0|off|no)\b/i, tls],
  [
    new RegExp(
      `\\b(?:strict[-_]ssl|enableStrictSsl|ssl[-_]verify(?:[-_]?(?:peer|host))?|verify[-_]ssl|verify[-_]certs?|verify[-_]tls|sslVerify|validate_certs)${off}`,
      'i',
    ),
    tls,
    local,
  ],
  [/\b(?:strict-ssl|ssl_verify|enableStrictSsl)\s{1,3}['"]?(?:false|0|no)\b/i, tls],
  [
    /\brejectUnauthorized['"]?\s{0,3}[:=]\s{0,3}(?:false|0|!1)\b(?![^}]{0,200}requestCert)(?<!requestCert[^}]{0,200})/,
    tls,
    local,
  ],
  [/\bverify\s{0,2}=\s{0,2}False\b/, tls, local],
  [
    /\bssl\._create_unverified_context|\bCERT_NONE\b|\bcheck_hostname\s{0,2}=\s{0,2}False|\bVERIFY_NONE\b/,
    tls,
    local,
  ],
  [
    /\bInsecureSkipVerify['"]?\s{0,2}[:=]\s{0,2}true|\binsecure[-_]skip[-_](?:tls[-_])?verify['"]?\s{0,2}[:=]?\s{0,2}(?:true|1)\b|--insecure-skip-(?:tls-)?verify\b(?!=false)|\btls[-_]?(?:skip[-_]verify|insecure)['"]?\s{0,2}[:=]\s{0,2}['"]?(?:true|1)/i,
    tls,
    local,
  ],
  [
    /\bdanger_accept_invalid_(?:certs|hostnames)\(\s*true|\bCURLOPT_SSL_VERIFY(?:PEER|HOST)\b['"]?\s{0,2}(?:,|=>)\s{0,2}(?:0|false)|\bsetHostnameVerifier\(.{0,40}(?:true|ALLOW_ALL)|\bDangerousAcceptAnyServerCertificateValidator|\bServerCertificateValidationCallback\s{0,2}=?\s{0,2}\{?\s{0,2}\$?true|\bbadCertificateCallback\s{0,2}=.{0,60}=>\s{0,2}true|\bALLOW_ALL_HOSTNAME_VERIFIER\b/i,
    tls,
    local,
  ],
  [/-SkipCertificateCheck\b/i, tls, local],
  [
    /(?:\b|-o)(?:StrictHostKeyChecking)[ =]{1,3}['"]?(?:no|off|false)\b|\bUserKnownHostsFile[ =]{1,3}['"]?\/dev\/null/i,
    hostKeys,
    local,
  ],
  [
    /\bhost_key_checking['"]?\s{0,2}[:=]\s{0,2}['"]?(?:false|0|no)\b|\bANSIBLE_HOST_KEY_CHECKING['"]?\s{0,2}[:=]\s{0,2}['"]?(?:false|0|no)\b|\bset_missing_host_key_policy\(\s*(?:paramiko\.)?AutoAddPolicy|\bInsecureIgnoreHostKey\(\)/i,
    hostKeys,
  ],
  [
    /\[(?:[^\]\n]{0,80} )?trusted=yes\b|\bAllowUnauthenticated\b["'\s:=]{1,4}(?:true|1|yes)|\bAcquire::https::(?:\S{1,80}::)?Verify-(?:Peer|Host)["'\s=]{1,4}(?:false|0|no)|\bAcquire::AllowInsecureRepositories["'\s=]{1,4}(?:true|1)|--allow-insecure-repositories\b/i,
    signatures,
  ],
  [
    /--no-?gpg-?checks?\b|\bgpgcheck\s{0,2}=\s{0,2}0\b|--nosignature\b|\bSigLevel\s{0,2}=\s{0,2}Never\b|--no-verify-signatures?\b|--skip-?pgp-?check\b|\bGONOSUMDB\b\s{0,2}=\s{0,2}\*|\bGONOSUMCHECK\b|\bGOFLAGS=\S{0,40}-insecure|\bGOSUMDB\s{0,2}=\s{0,2}off/i,
    signatures,
  ],
])

/** Guards that somebody may want off for a moment, once it is said. */
const guards = commandPatterns(
  [
    [
      /\bsetenforce\s{1,3}(?:0|permissive)\b|^\s{0,8}SELINUX\s?=\s?(?:disabled|permissive)/im,
      'switch that turns SELinux off',
    ],
    [
      /\bufw\s{1,3}(?:--force\s{1,3})?disable\b|\biptables\s{1,3}(?:-F|--flush|-P\s{1,3}INPUT\s{1,3}ACCEPT)(?=[\s;]|$)|\bsystemctl\s{1,3}(?:disable\s{1,3}--now|stop|disable)\s{1,3}(?:firewalld|ufw|apparmor|nftables)\b|\bnetsh\s{1,3}advfirewall\s{1,3}set\s{1,3}\w{1,20}\s{1,3}state\s{1,3}off|-Enabled\s{1,3}False\b(?=.{0,80}$)(?<=Set-NetFirewallProfile.{0,120})/i,
      'switch that turns a firewall or guard off',
    ],
    [
      /-DisableRealtimeMonitoring\s{1,3}\$?true|\bcsrutil\s{1,3}disable\b|\bspctl\s{1,3}--(?:master|global)-disable\b/i,
      'switch that turns the system’s malware guard off',
    ],
    [
      /\bSet-ExecutionPolicy\s{1,3}(?:-ExecutionPolicy\s{1,3})?(?:Unrestricted|Bypass)\b(?!.{0,60}-Scope\s{1,3}Process)(?<!-Scope\s{1,3}Process.{0,60})/i,
      'switch that lets every script run',
    ],
  ],
  true,
)

/** Switches whose meaning depends on the program. */
function* switches(call: Call): Iterable<Omit<Finding, 'offset'>> {
  const { name, args, text } = call
  const has = (pattern: RegExp) => args.some((arg) => pattern.test(arg))
  const onlyLocal = () => {
    const addresses = addressesIn(text)
    const bare = args
      .filter((arg) => /^[\w.-]+(?::\d+)?(?:\/|$)/.test(arg))
      .map((arg) => arg.split(/[:/]/)[0] ?? '')
    // Without any target a flag is named, not used.
    return addresses.length > 0
      ? addresses.every(({ host }) => localHost.test(host))
      : !args.some((arg) => /[.$/]/.test(arg)) || bare.some((host) => localHost.test(host))
  }
  if (
    name === 'curl' &&
    has(/^(?:--insecure|--proxy-insecure|--doh-insecure|-[a-jl-zA-Z]*k[a-zA-Z]*)$/) &&
    !valueOfCurl(args) &&
    !onlyLocal()
  )
    yield { found: text, effect: tls }
  if (/^wget2?$/.test(name) && has(/^--no-check-certificate$/) && !onlyLocal())
    yield { found: text, effect: tls }
  if (/^(?:http|https|xh)$/.test(name) && has(/^--verify=(?:no|false)$/) && !onlyLocal())
    yield { found: text, effect: tls }
  if (
    /^(?:pip3?|python3?|uv|poetry|conda|mamba)$/.test(name) &&
    has(/^--(?:trusted-host|allow-insecure-host)(?:=|$)/) &&
    !localTrust(args)
  )
    yield { found: text, effect: tls }
  if (name === 'conda' && /\bssl_verify\s(?:false|no)/i.test(text)) yield { found: text, effect: tls }
  if (
    /^(?:helm|kubectl|oc|argocd|skopeo|podman|buildah|crane|nerdctl)$/.test(name) &&
    has(
      /^--(?:insecure-skip-tls-verify|tls-verify=false|src-tls-verify=false|dest-tls-verify=false|insecure)(?:=true)?$/,
    ) &&
    !onlyLocal()
  )
    yield { found: text, effect: tls }
  if (
    /^apt(?:-get)?$|^aptitude$/.test(name) &&
    has(/^--(?:allow-unauthenticated|force-yes|no-allow-unauthenticated=false)$/)
  )
    yield { found: text, effect: signatures }
  if (
    name === 'git' &&
    has(/^http(?:\.\S+)?\.sslVerify(?:=(?:false|0))?$/i) &&
    /sslVerify[= ](?:false|0)/i.test(text)
  )
    yield { found: text, effect: tls }
  if (name === 'npm' && has(/^--strict-ssl(?:=false)?$/) && /strict-ssl[= ]false/.test(text))
    yield { found: text, effect: tls }
}

/** `-o k` and the like: a letter k that belongs to the value of another switch. */
const valueOfCurl = (args: readonly string[]): boolean =>
  args.every(
    (arg) =>
      !/^(?:--insecure|--proxy-insecure|--doh-insecure|-[a-jl-zA-Z]*k[a-zA-Z]*)$/.test(arg) ||
      /^-[acf-lnpqsvxBDEGI-PRSVWZ]*[ouHdFXTebmwrAyYzCQtU][a-jl-zA-Z]*k/.test(arg),
  )

const localTrust = (args: readonly string[]): boolean => {
  const index = args.findIndex((arg) => /^--(?:trusted-host|allow-insecure-host)/.test(arg))
  const host = (args[index]?.split('=')[1] ?? args[index + 1] ?? '').split(':')[0] ?? ''
  return localHost.test(host)
}

export const commandProtection = commandRule({
  code: 'command/protection',
  why: 'A check of certificates, host keys or signatures that is off makes an error go away and lets anybody between reader and server in.',
  hint: 'Trust the one certificate that is missing (NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE, update-ca-certificates), add the host key, import the signing key.',
  nameable: true,
  good: [
    {
      fix: 'Trust it.\n\n```bash\nexport NODE_EXTRA_CA_CERTS=/etc/ssl/own-ca.pem\ncurl --cacert own-ca.pem https://example.org/\n```',
    },
    { fix: 'Look at it with `curl -k https://localhost:8443/health`.' },
    { fix: 'Keep `verify=True`.\n\n```bash\nssh -o StrictHostKeyChecking=accept-new host.example.org\n```' },
    {
      fix: 'Renew it.\n\n### Do not\n\n- Do not set `NODE_TLS_REJECT_UNAUTHORIZED=0`: it hides the expired certificate.',
    },
  ],
  bad: [
    { fix: 'Start it.\n\n```bash\nNODE_TLS_REJECT_UNAUTHORIZED=0 node server.js\n```' },
    { fix: 'Start it.\n\n```js\nprocess.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"\n```' },
    { fix: 'Ask it.\n\n```python\nrequests.get(url, verify=False)\n```' },
    { fix: 'Get it.\n\n```bash\ncurl -skL https://files.example/x\n```' },
    { fix: 'Run `npm config set strict-ssl false`.' },
    { fix: 'Run `git -c http.sslVerify=false pull`.' },
    { fix: 'Get it.\n\n```bash\nssh -o StrictHostKeyChecking=no host.example.org\n```' },
    { fix: 'Get it.\n\n```bash\npip install --trusted-host pypi.example requests\n```' },
    { fix: 'Get it.\n\n```bash\nsudo setenforce 0\n```' },
  ],
  inCall: switches,
  patterns: [...settings, ...guards],
})
