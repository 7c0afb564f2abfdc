/*
 * Why no library: the kept scanners (secretlint and its recommended preset) only have an asynchronous front door and
 * load some sixty packages, while a page is judged in one pure, synchronous step. So the shapes of the keys that
 * vendors document stand here, each with the prefix that makes it certain.
 */

export interface SecretPattern {
  readonly name: string
  readonly pattern: RegExp
}

const secret = (name: string, source: string, flags = 'g'): SecretPattern => ({
  name,
  pattern: new RegExp(source, flags),
})
const edge = '(?<![A-Za-z0-9_-])'
const end = '(?![A-Za-z0-9_-])'

export const secretPatterns: readonly SecretPattern[] = [
  secret('AWS access key id', `${edge}(?:AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{16}${end}`),
  secret(
    'AWS secret key',
    String.raw`(?:aws_?secret_?access_?key|SecretAccessKey|aws_secret_key)["']?\s{0,3}[:=]\s{0,3}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])`,
    'gi',
  ),
  secret('GitHub token', `${edge}gh[pousr]_[A-Za-z0-9]{36,251}${end}`),
  secret('GitHub token', `${edge}github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}${end}`),
  secret('GitLab token', `${edge}gl(?:pat|dt|rt|ptt|ft|cbt)-[A-Za-z0-9_-]{20,64}${end}`),
  secret('OpenAI key', `${edge}sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{40,200}${end}`),
  secret('OpenAI key', `${edge}sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}${end}`),
  secret('key', `${edge}sk-[A-Za-z0-9]{32,64}${end}`),
  secret('Anthropic key', `${edge}sk-ant-(?:api|admin|oat|ort|sid)\\d{2}-[A-Za-z0-9_-]{60,130}${end}`),
  secret('OpenRouter key', `${edge}sk-or-v1-[0-9a-f]{64}${end}`),
  secret('Google key', `${edge}AIza[0-9A-Za-z_-]{35}${end}`),
  secret('Google OAuth secret', `${edge}GOCSPX-[A-Za-z0-9_-]{28}${end}`),
  secret('Google access token', `${edge}ya29\\.[A-Za-z0-9_-]{60,400}${end}`),
  secret('Groq key', `${edge}gsk_[A-Za-z0-9]{48,56}${end}`),
  secret('xAI key', `${edge}xai-[A-Za-z0-9]{60,100}${end}`),
  secret('Hugging Face token', `${edge}hf_[A-Za-z]{34}${end}`),
  secret('Replicate token', `${edge}r8_[A-Za-z0-9]{37}${end}`),
  secret('Perplexity key', `${edge}pplx-[A-Za-z0-9]{40,60}${end}`),
  secret('Tavily key', `${edge}tvly-(?:dev-|prod-)?[A-Za-z0-9]{24,60}${end}`),
  secret('Fireworks key', `${edge}fw_[A-Za-z0-9]{24}${end}`),
  secret('Slack token', `${edge}xox[abeoprs]-(?:\\d{8,14}-){1,3}[A-Za-z0-9-]{16,80}${end}`),
  secret('Slack app token', `${edge}xapp-\\d-[A-Z0-9]{8,14}-\\d{8,14}-[a-f0-9]{40,80}${end}`),
  secret(
    'Slack webhook',
    String.raw`hooks\.slack\.com/services/T[A-Z0-9]{7,12}/B[A-Z0-9]{7,12}/[A-Za-z0-9]{20,28}`,
  ),
  secret('Discord webhook', String.raw`discord(?:app)?\.com/api/webhooks/\d{17,20}/[A-Za-z0-9_-]{60,80}`),
  secret(
    'Discord bot token',
    `${edge}[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}${end}`,
  ),
  secret('Telegram bot token', '(?<![A-Za-z0-9])\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])'),
  secret('Stripe key', `${edge}(?:sk|rk)_live_[A-Za-z0-9]{20,120}${end}`),
  secret('Stripe webhook secret', `${edge}whsec_[A-Za-z0-9+/]{32,60}${end}`),
  secret('Twilio key', `${edge}SK[0-9a-f]{32}${end}`),
  secret('SendGrid key', `${edge}SG\\.[A-Za-z0-9_-]{20,24}\\.[A-Za-z0-9_-]{40,46}${end}`),
  secret('Mailgun key', `${edge}key-[0-9a-f]{32}${end}`),
  secret('npm token', `${edge}npm_[A-Za-z0-9]{36}${end}`),
  secret('PyPI token', `${edge}pypi-AgE[A-Za-z0-9_-]{60,260}${end}`),
  secret('RubyGems key', `${edge}rubygems_[0-9a-f]{48}${end}`),
  secret('Docker token', `${edge}dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}${end}`),
  secret('Databricks token', `${edge}dapi[0-9a-f]{32}(?:-\\d)?${end}`),
  secret('DigitalOcean token', `${edge}do[opr]_v1_[0-9a-f]{64}${end}`),
  secret('Shopify token', `${edge}shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}${end}`),
  secret('Linear key', `${edge}lin_api_[A-Za-z0-9]{40}${end}`),
  secret('Notion token', `${edge}(?:ntn_|secret_)[A-Za-z0-9]{43,46}${end}`),
  secret('Vault token', `${edge}hv[sbr]\\.[A-Za-z0-9_-]{24,200}${end}`),
  secret('Azure storage key', String.raw`AccountKey=[A-Za-z0-9+/]{86}==`),
  secret(
    'JSON web token',
    `${edge}eyJ[A-Za-z0-9_-]{10,400}\\.eyJ[A-Za-z0-9_-]{10,2000}\\.[A-Za-z0-9_-]{20,700}${end}`,
  ),
  secret(
    'password in an address',
    String.raw`\b(?:https?|ftp|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|smtps?|mssql|clickhouse|nats)://[A-Za-z0-9._%+-]{1,64}:([^\s@/"'<>${'`'}{}$]{4,100})@([A-Za-z0-9.-]{3,253})`,
  ),
]

/** Values that vendors print in their own documents. */
const documented: ReadonlySet<string> = new Set([
  'AKIAIOSFODNN7EXAMPLE',
  'AKIAI44QH8DHBEXAMPLE',
  'ASIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
  '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
  '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11',
])

const placeholder =
  /example|sample|dummy|fake|redacted|placeholder|changeme|change-me|your|xxx|\*\*\*|\.\.\.|…|test(?:key|token|ing)?[_-]|00000|11111|12345|abcde|deadbeef|foobar|notreal|not-a-real|insert|replace|secret[-_]?(?:key|token|here)|<|>|\{\{|%/i

/** A value that a reader can tell from a real one: a documented sample, or letters that repeat or count. */
export function isSample(value: string): boolean {
  if (documented.has(value) || placeholder.test(value)) return true
  const body = value.replace(/^(?:[A-Za-z]{2,10}[-_])+(?:v1-|\d{2}-)?/, '')
  return new Set(body.toLowerCase()).size <= Math.min(8, body.length / 2)
}
