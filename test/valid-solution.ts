import { recordOf } from './record.ts'

/** A solution without any problem. Tests change it in one respect. */
export const validSolution = `---
title: "Example: connect ECONNREFUSED 127.0.0.1:5432"
errors:
  - "Error: connect ECONNREFUSED 127.0.0.1:…"
affects:
  - product: node
    versions: ">=18"
evidence: documented
source: https://nodejs.org/api/errors.html
retry: after-fix
attempts: 3
reviewed: 2026-11-01
---

## Symptom

- \`Error: connect ECONNREFUSED 127.0.0.1:5432\` when the client starts.

## Root Cause

Nothing listens on the port: the kernel answers the first packet with a reset.

## Fix

Start the server, then check with \`ss -ltn\` that it listens on port 5432.

## Environment

Any client on Linux and macOS.
`

/** A solution of its own: other title, message, cause and fix; with further lines of frontmatter. */
export const solutionNamed = (name: string, frontmatter = ''): string =>
  validSolution
    .replace(/^title: .*$/m, `title: "${name}: connect ECONNREFUSED 127.0.0.1:5432"`)
    .replace('Error: connect ECONNREFUSED 127.0.0.1:…', `${name}Error: connect refused by 127.0.0.1:…`)
    .replace('- `Error: connect', `- \`${name}Error: connect refused by 127.0.0.1:1\`\n- \`Error: connect`)
    .replace('reviewed:', `${frontmatter && `${frontmatter}\n`}reviewed:`)
    .replace('Nothing listens', `Nothing of ${name} listens`)
    .replace('Start the server', `Start the server of ${name}`)

export const validGuide = `---
title: "Which connection error do I have?"
summary: "Refused, reset and timed out are three different things."
categories: [general]
reviewed: 2026-11-01
---

Refused at once: [nothing listens](../solutions/general/connect-econnrefused.md).
`

/** Two pages and a guide, of which one has blocks that ran: the smallest catalog that has everything. */
const pages = {
  'solutions/general/connect-econnrefused.md': validSolution,
  'solutions/auth/second.md': validSolution
    .replace(/^title: .*$/m, 'title: "Second <page> & \\"quotes\\""')
    .replace('Error: connect ECONNREFUSED 127.0.0.1:…', 'E_SECOND: the second … was refused')
    .replace(/^source: .*\n/m, '')
    .replace('evidence: documented\n', 'evidence: reproduced\n')
    .replace('- `Error: connect', '- `E_SECOND: the second one was refused`\n- `Error: connect')
    .replace('starts.\n', 'starts.\n\n```bash run=reproduce\nnode second.js\n```\n')
    .replace('port 5432.\n', 'port 5432.\n\n```bash run=fix\nss -ltn\n```\n'),
  'guides/connections.md': validGuide,
}

export const smallCatalog = { ...pages, 'verified.json': recordOf(pages) }
