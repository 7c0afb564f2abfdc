import { expect, test } from 'vitest'
import { findSecrets } from '../../src/checks/secret.ts'

/* Keys are made here from a fixed row of pseudo-random numbers: none is real, and no scanner finds one in this file. */

let state = 7
const next = (alphabet: string): string => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return alphabet.charAt(Math.floor((state / 2_147_483_648) * alphabet.length))
}
const digits = '0123456789'
const lower = 'abcdefghijklmnopqrstuvwxyz'
const hex = `${digits}abcdef`
const upper = lower.toUpperCase() + digits
const all = lower + lower.toUpperCase() + digits
const some = (count: number, alphabet = all): string =>
  Array.from({ length: count }, () => next(alphabet)).join('')

const keys: Readonly<Record<string, string>> = {
  AWS: `AKIA${some(16, upper)}`,
  GitHub: `ghp_${some(36)}`,
  GitLab: `glpat-${some(20)}`,
  OpenAI: `sk-proj-${some(60)}`,
  Anthropic: `sk-ant-api03-${some(90)}`,
  OpenRouter: `sk-or-v1-${some(64, hex)}`,
  Google: `AIza${some(35)}`,
  Groq: `gsk_${some(52)}`,
  xAI: `xai-${some(80)}`,
  'Hugging Face': `hf_${some(34, lower)}`,
  Replicate: `r8_${some(37)}`,
  Tavily: `tvly-dev-${some(32)}`,
  Slack: `xoxb-${some(11, digits)}-${some(12, digits)}-${some(24)}`,
  Stripe: `sk_live_${some(40)}`,
  SendGrid: `SG.${some(22)}.${some(43)}`,
  npm: `npm_${some(36)}`,
  PyPI: `pypi-AgE${some(120)}`,
  DigitalOcean: `dop_v1_${some(64, hex)}`,
  Shopify: `shpat_${some(32, hex)}`,
  Linear: `lin_api_${some(40)}`,
  Vault: `hvs.${some(90)}`,
  Databricks: `dapi${some(32, hex)}`,
  Sentry: `sntryu_${some(64, hex)}`,
  'New Relic': `NRAK-${some(27, upper)}`,
  Grafana: `glsa_${some(32)}_${some(8, hex)}`,
  Airtable: `pat${some(14)}.${some(64, hex)}`,
  Atlassian: `ATATT3${some(186)}`,
  Figma: `figd_${some(40)}`,
  Postman: `PMAK-${some(24, hex)}-${some(34, hex)}`,
  Pinecone: `pcsk_${some(6)}_${some(63)}`,
  LangSmith: `lsv2_pt_${some(32, hex)}_${some(10, hex)}`,
  Supabase: `sbp_${some(40, hex)}`,
  Doppler: `dp.pt.${some(43)}`,
  Netlify: `nfp_${some(38)}`,
  Terraform: `${some(14)}.atlasv1.${some(67)}`,
  PlanetScale: `pscale_tkn_${some(43)}`,
  CircleCI: `CCIPAT_${some(22)}_${some(40, hex)}`,
  Pulumi: `pul-${some(40, hex)}`,
  Brevo: `xkeysib-${some(64, hex)}-${some(16)}`,
  Mailchimp: `${some(32, hex)}-us14`,
  ElevenLabs: `sk_${some(48, hex)}`,
  Cerebras: `csk-${some(48, lower)}`,
  age: `AGE-SECRET-KEY-1${some(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
  'Telegram, in its address': `https://api.telegram.org/bot${some(10, '123456789')}:AA${some(33)}/getMe`,
  'a bearer token': `Authorization: Bearer ${some(40)}`,
  'basic authentication': `Authorization: Basic ${some(32)}==`,
  'a key in a header': `x-api-key: ${some(40)}`,
  'a cookie': `Cookie: theme=dark; session_id=${some(48)}`,
  netrc: `machine git.acme.dev login ci password ${some(20)}`,
  kubeconfig: `users:\n- name: ci\n  user:\n    token: ${some(60)}`,
  'a Docker login': `{"auths":{"registry.acme.dev":{"auth":"${some(36)}=="}}}`,
  'an npm login': `//registry.acme.dev/:_authToken=${some(40)}`,
}

test.each(Object.entries(keys))('finds %s', (_, key) => {
  expect(findSecrets(`It prints:\n\n${key}\n`)).not.toEqual([])
})

test.each([
  'Authorization: Bearer $OPENAI_API_KEY',
  'Authorization: Bearer <your-api-key>',
  'x-api-key: ${ANTHROPIC_API_KEY}',
  'Cookie: session_id=<value of the cookie>',
  'machine github.com login USER password TOKEN',
  'token: ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  '"integrity": "sha512-9n3PbDwbCpoBmBGG8rfCZ1Zc2yQNTQpSgJxT9W9mZ9c0yfFZ=="',
  'https://api.telegram.org/bot<token>/getMe',
])('keeps “%s”', (text) => {
  expect(findSecrets(text)).toEqual([])
})
