// Synthetic solutions with what real ones have: several wordings of a message with varying parts, a few frequent words
// and many rare ones, code in several languages, a table, options, links. Page N is the same in every catalog and run.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const categories =
  'agentplatform auth rate-limit token-cost context-window loop-stuck memory messaging container tool-failure performance hallucination config concurrency general prompt-engineering'.split(
    ' ',
  )
const products =
  'node openai anthropic langchain playwright docker postgres redis telegraf vite git npm qdrant litellm ollama grafana kafka celery pydantic nginx'.split(
    ' ',
  )
const verbs = 'refuses drops repeats truncates splits skips rejects reorders'.split(' ')
const nouns =
  'connection token request socket row index lock stream header schema volume queue worker cache channel message model tool file key'.split(
    ' ',
  )
const states = 'missing invalid expired closed full stale locked unknown denied empty'.split(' ')
const reasons =
  'permission denied|connection refused|timed out|no such file or directory|not found|too many requests|unexpected end of input|already in use|limit exceeded|not supported by this model'.split(
    '|',
  )
const syllables =
  'ba cor den fi gra hel jo kar lin mo nep or pex qua rin sto tal ul ver wix yon zet bri cla dro fen gli hux ivo kra lum mar nid osk pra rul sky tre urb vol wen'.split(
    ' ',
  )
const classes = ['Error', 'Exception', 'Failure', 'TimeoutError']

/** Gives numbers from 0 to 1. */
export type Random = () => number

/** mulberry32: small, seeded, good enough to vary text. */
export function random(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Picks a random element of a list. */
export const picker =
  (next: Random) =>
  <T>(list: readonly T[]): T =>
    list[Math.floor(next() * list.length)] as T

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Three syllables: a name of its own for every page up to 64,000, then again with a letter. */
function stemOf(number: number): string {
  const base = syllables.length
  const at = (number * 7919) % base ** 3
  const round = Math.floor(number / base ** 3)
  const parts = [at % base, Math.floor(at / base) % base, Math.floor(at / base ** 2)]
  return parts.map((part) => syllables[part]).join('') + (round === 0 ? '' : 'abcdefghij'[round - 1])
}

function messagesOf(stem: string, product: string, number: number, next: Random): string[] {
  const pick = picker(next)
  const [noun, other, third] = [pick(nouns), pick(nouns), pick(nouns)]
  const name = `${capital(stem)}${capital(noun)}${pick(classes)}`
  const shapes = [
    `${name}: the ${noun} '…' of ${stem} is ${pick(states)}`,
    `${product}.${stem}.${name}: ${pick(reasons)}: …`,
    `Failed to open ${other} "…" in ${stem}: ${pick(reasons)} (code ${1000 + (number % 9000)})`,
    `E${stem.toUpperCase()}: ${other} ${pick(states)}, ${pick(verbs)} the ${third} after … ms`,
    `{"type":"error","error":{"type":"${stem}_${noun}_error","message":"The ${noun} is ${pick(states)}`,
    `[${product}] ${stem} ${other} closed (${4000 + (number % 900)}): ${third} ${pick(states)}`,
    `expected ${stem} ${third} to be a ${other}, got …`,
    `Error code: ${pick([400, 401, 403, 404, 409, 429, 500, 503])} - ${stem} ${pick(reasons)}. Please check the ${other} and try again`,
    `Cannot ${pick(['read', 'write', 'find', 'parse', 'reach'])} the ${third} of ${stem}/${noun}: ${pick(reasons)}`,
  ]
  const first = Math.floor(next() * shapes.length)
  const count = 3 + Math.floor(next() * 6)
  return Array.from({ length: count }, (_, index) => shapes[(first + index) % shapes.length] as string)
}

const filled = (message: string, number: number) => message.replaceAll('…', `x${number}`)

export interface SyntheticPage {
  readonly id: string
  readonly title: string
  readonly errors: readonly string[]
  readonly product: string
  readonly markdown: string
}

/** The page with this number: its Markdown and what its frontmatter says. */
export function synthetic(number: number): SyntheticPage {
  const next = random(20261120 + number * 7)
  const pick = picker(next)
  const sentence = () =>
    `The ${pick(products)} client ${pick(verbs)} the ${pick(nouns)} when the ${pick(nouns)} of the ${pick(nouns)} has ${Math.floor(next() * 900)} entries and the ${pick(nouns)} is older than ${Math.floor(next() * 60)} seconds.`
  const paragraph = (sentences: number) => Array.from({ length: sentences }, sentence).join(' ')
  const stem = stemOf(number)
  const product = pick(products)
  const code = `E${stem.toUpperCase()}`
  const errors = messagesOf(stem, product, number, next)
  const title = `${product} ${stem}: ${pick(nouns)} ${pick(states)}, ${pick(nouns)} ${pick(reasons)}`
  const id = `${categories[number % categories.length]}/synthetic-${number}`
  const markdown = `---
title: ${JSON.stringify(title)}
errors:
${errors.map((message) => `  - ${JSON.stringify(message)}\n`).join('')}affects:
  - product: ${product}
    versions: ">=${1 + Math.floor(next() * 20)}"
evidence: reported
source: https://github.com/example/${product}/issues/${number}
retry: after-fix
attempts: ${1 + Math.floor(next() * 9)}
reviewed: 2026-${String(1 + Math.floor(next() * 10)).padStart(2, '0')}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}
---

## Symptom

- \`${filled(errors[0] ?? '', number)}\` is printed and the process ends.
- ${sentence()}

## Root Cause

${paragraph(3)}

### Confirm

\`\`\`bash
grep "${stem}_limit" config/${product}.json
curl -sS "http://localhost:${3000 + (number % 5000)}/status?code=${code}" | jq '.errors[] | select(.code == "${code}")'
\`\`\`

## Fix

Set \`${stem}_limit\` to ${number} in \`config/${product}.json\` and restart the ${product} process.

1. ${sentence()}

   \`\`\`json
   { "${stem}_limit": ${number}, "retry": { "attempts": ${1 + (number % 7)}, "backoff": "exponential" } }
   \`\`\`

2. ${sentence()}

\`\`\`python
import time

def call(client, attempts=${1 + (number % 5)}):
    for attempt in range(attempts):
        try:
            return client.send("${code}", timeout=${10 + (number % 50)})
        except TimeoutError:
            time.sleep(2 ** attempt)
    raise RuntimeError("gave up on ${code}")
\`\`\`

### Do not

- ${sentence()}
- See also [the first one](synthetic-${number % categories.length}.md).

### Verify

${paragraph(2)}

## Checklist

| Issue | Check | Fix |
| --- | --- | --- |
| ${pick(nouns)} too old | \`${product} status\` prints its age | ${sentence()} |
| ${pick(nouns)} missing | \`ls config\` | ${sentence()} |
| ${pick(nouns)} full | \`df -h\` | ${sentence()} |

## Environment

${paragraph(1)}
`
  return { id, title, errors, product, markdown }
}

/** Writes a content folder of synthetic pages, about 3 KB each. */
export function writeCatalog(dir: string, count: number): void {
  const content = fileURLToPath(new URL('../../content', import.meta.url))
  cpSync(join(content, 'labels'), join(dir, 'labels'), { recursive: true })
  cpSync(join(content, 'site.yaml'), join(dir, 'site.yaml'))
  for (let number = 0; number < count; number++) {
    const { id, markdown } = synthetic(number)
    const file = join(dir, 'solutions', `${id}.md`)
    if (number < categories.length) mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
}
