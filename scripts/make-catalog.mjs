// Writes a synthetic content folder: `node scripts/make-catalog.mjs DIR PAGES`. The same pages at every run, about 3 KB
// each, with what real ones have: messages, code in several languages, a table, options, links to each other.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [dir, count] = [process.argv[2], Number(process.argv[3])]
if (!dir || !Number.isInteger(count)) {
  console.error('usage: node scripts/make-catalog.mjs DIR PAGES')
  process.exit(2)
}

const content = fileURLToPath(new URL('../content', import.meta.url))
const categories = [
  'agentplatform',
  'auth',
  'rate-limit',
  'token-cost',
  'context-window',
  'loop-stuck',
  'memory',
  'messaging',
  'container',
  'tool-failure',
  'performance',
  'hallucination',
  'config',
  'concurrency',
  'general',
  'prompt-engineering',
]
const products = [
  'node',
  'openai',
  'anthropic',
  'langchain',
  'playwright',
  'docker',
  'postgres',
  'redis',
  'telegraf',
  'vite',
  'git',
  'npm',
]
const verbs = ['refuses', 'drops', 'repeats', 'truncates', 'delays', 'loses', 'rejects', 'reorders']
const nouns = [
  'connection',
  'token',
  'request',
  'session',
  'reply',
  'index',
  'lock',
  'stream',
  'header',
  'schema',
  'volume',
  'queue',
]

/** mulberry32: small, seeded, good enough to vary text. */
function random(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const next = random(20261120)
const pick = (list) => list[Math.floor(next() * list.length)]

function sentence() {
  return `The ${pick(products)} client ${pick(verbs)} the ${pick(nouns)} when the ${pick(nouns)} of the ${pick(nouns)} has ${Math.floor(next() * 900)} entries and the ${pick(nouns)} is older than ${Math.floor(next() * 60)} seconds.`
}

const paragraph = (sentences) => Array.from({ length: sentences }, sentence).join(' ')

function solution(number, _category) {
  const product = pick(products)
  const code = `E${pick(nouns).toUpperCase()}${1000 + number}`
  const message = `${code}: the ${pick(nouns)} … was ${pick(verbs)} by the ${pick(nouns)} (number ${number})`
  return `---
title: "${product} ${code}: ${pick(nouns)} ${pick(verbs)} the ${pick(nouns)} number ${number}"
errors:
  - "${message}"
affects:
  - product: ${product}
    versions: ">=${1 + Math.floor(next() * 20)}"
evidence: reported
source: https://github.com/example/${product}/issues/${number}
retry: after-fix
attempts: ${1 + Math.floor(next() * 9)}
reviewed: 2026-${String(1 + Math.floor(next() * 10)).padStart(2, '0')}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}
---

## Symptom

- \`${message.replace('…', `x${number}`)}\` is printed and the process ends.
- ${sentence()}

## Root Cause

${paragraph(3)}

### Confirm

\`\`\`bash
${product} --version
curl -sS "http://localhost:${3000 + (number % 5000)}/status?code=${code}" | jq '.errors[] | select(.code == "${code}")'
\`\`\`

## Fix

Set \`${pick(nouns)}_limit\` to ${number} in \`config/${product}.json\` and restart the ${product} process.

1. ${sentence()}

   \`\`\`json
   { "${pick(nouns)}_limit": ${number}, "retry": { "attempts": ${1 + (number % 7)}, "backoff": "exponential" } }
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
}

cpSync(join(content, 'labels'), join(dir, 'labels'), { recursive: true })
cpSync(join(content, 'site.yaml'), join(dir, 'site.yaml'))
for (const category of categories) mkdirSync(join(dir, 'solutions', category), { recursive: true })
for (let number = 0; number < count; number++) {
  const category = categories[number % categories.length]
  writeFileSync(join(dir, 'solutions', category, `synthetic-${number}.md`), solution(number, category))
}
