// Texts as agents paste them, made of a catalog's messages: deterministic, so that two matchers can be compared.
import type { MatchEntry } from '../../src/client/catalog-files.ts'
import { picker, type Random, random } from './synthetic.ts'

const values = {
  number: ['4', '18789', '143291', '0.5', '3600', '16384'],
  word: ['worker-3', 'gpt-4o-mini', 'user_42', 'production', 'claude-sonnet-4-5', 'my-app', 'default'],
  path: [
    '/home/dev/app/src/index.ts',
    'C:\\Users\\dev\\AppData\\Roaming\\app\\config.json',
    '/usr/local/lib/python3.11/site-packages/x.py',
  ],
  id: ['req_011CQx7', '7f3a9c1e-5b1d-4f7a-9b3e-2d1c0a9f8e7d', '0x7ffd5c', 'toolu_01A09q90qw90lq917835lq9'],
}
const others = [
  'npm warn deprecated inflight@1.0.6: This module is not supported',
  'DeprecationWarning: The `punycode` module is deprecated. Please use a userland alternative instead.',
  'WARNING: Running pip as the root user can result in broken permissions',
  'Error: Process completed with exit code 1.',
  'connection closed before headers were sent, retrying (1/3)',
]
const nodeStack = `    at Object.<anonymous> (/srv/app/dist/server.js:118:23)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at async run (/srv/app/node_modules/p-queue/dist/index.js:164:17)`
const pythonStack = `Traceback (most recent call last):
  File "/usr/lib/python3.11/asyncio/runners.py", line 190, in run
    return runner.run(main)
           ^^^^^^^^^^^^^^^^
  File "/home/dev/app/main.py", line 42, in handle
    result = await client.call(payload)`
const noiseLines = [
  'INFO  server listening on 0.0.0.0:8080',
  'DEBUG GET /healthz 200 1.2ms',
  'info: cache warmed in 532 ms (418 items)',
  'GET /api/v1/status 304 0.8 ms - -',
  'Compiled successfully in 3.2s',
  'worker 7 picked job 91f2c from queue default',
]

const shortened = (text: string, from: number, to: number) =>
  text.slice(Math.floor(text.length * from), Math.ceil(text.length * to))
const wrapped = (text: string, width: number, prefix: string): string[] =>
  text.match(new RegExp(`[\\s\\S]{1,${width}}(?:\\s|$)`, 'g'))?.map((line) => prefix + line.trim()) ?? [text]
const stamp = (next: Random) =>
  `2026-0${1 + Math.floor(next() * 9)}-1${Math.floor(next() * 9)}T0${Math.floor(next() * 9)}:4${Math.floor(next() * 9)}:17.${100 + Math.floor(next() * 900)}Z`

const report = (message: string, next: Random, product: string) =>
  `[Bug]: ${product} stops working after update\n\n### What happened?\n\nSince I updated yesterday nothing works any more. I already tried to reinstall it, cleared the cache and rebooted. The same configuration worked last week on another machine.\n\n### Steps to reproduce\n\n1. Start ${product}\n2. Send any message\n3. See the error\n\n### Expected behavior\n\nIt answers.\n\n### Logs\n\n\`\`\`\n${stamp(next)} info starting\n${message}\n\`\`\`\n\n### Environment\n\n- OS: Ubuntu 24.04\n- Version: 2026.2.15\n- Node: v22.11.0\n- [x] I have searched the existing issues`

/** How a message looks where it is pasted from. */
type Noise = (message: string, next: Random, product: string) => string

/** Each kind of noise; `next` gives the same random numbers at every run. */
export const kinds = {
  plain: (message) => message,
  colours: (message) =>
    `\u001b[31m\u001b[1m✖\u001b[22m ${message.replace(/ (\S+)/, ' \u001b[36m$1\u001b[39m')}\u001b[39m\n`,
  'log prefix': (message, next) =>
    [
      `${stamp(next)} INFO  [main] starting`,
      `${stamp(next)} ERROR [worker-3] c.e.app.Handler - ${message}`,
      `${stamp(next)} INFO  [main] retry in 5 s`,
    ].join('\n'),
  'node stack': (message) => `Uncaught ${message}\n${nodeStack}\n\nNode.js v22.11.0`,
  'python stack': (message) =>
    `${pythonStack}\n${message}\n\nDuring handling of the above exception, another exception occurred:`,
  json: (message, next) =>
    `{"level":50,"time":"${stamp(next)}","pid":17,"err":{"type":"Error","message":${JSON.stringify(message)},"stack":"Error\\n    at x (/srv/a.js:1:1)"},"msg":"request failed"}`,
  'json in json': (message) =>
    JSON.stringify({ status: 'failed', body: JSON.stringify({ error: { message, type: 'error' } }) }),
  'python dict': (message) =>
    `Error code: 500 - {'error': {'message': '${message.replaceAll("'", "\\'")}', 'param': None}}`,
  'tail cut': (message) => shortened(message, 0, 0.6),
  'head cut': (message) => shortened(message, 0.4, 1),
  'wrapped with prefix': (message) => wrapped(message, 40, 'app-1  | ').join('\n'),
  box: (message) =>
    ['╭──────╮', ...wrapped(message, 44, '│ ').map((line) => `${line} │`), '╰──────╯'].join('\n'),
  'broken in words': (message) => message.match(/[\s\S]{1,32}/g)?.join('\n') ?? message,
  'several errors': (message, next) => [picker(next)(others), message, picker(next)(others)].join('\n'),
  'long log': (message, next) => {
    const lines = Array.from({ length: 240 }, () => `${stamp(next)} ${picker(next)(noiseLines)}`)
    lines.splice(Math.floor(next() * lines.length), 0, message)
    return lines.join('\n')
  },
  windows: (message) =>
    `PS C:\\Users\\dev\\app> node .\\index.js\r\n${message.replaceAll('\n', '\r\n')}\r\n    at file:///C:/Users/dev/app/index.js:3:9\r\n`,
  'other language': (message) =>
    `您好，升级到最新版本后启动失败，日志如下：\n${message}\n请问应该怎么解决？重启和重新安装都试过了。`,
  'other typography': (message) =>
    message
      .replaceAll("'", '’')
      .replace(/"([^"]*)"/g, '“$1”')
      .replaceAll(' - ', ' – ')
      .replaceAll('...', '…'),
  'html escaped': (message) =>
    message
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'no punctuation, lower case': (message) => message.toLowerCase().replace(/[^\p{L}\p{N}\s_./-]/gu, ''),
  'other numbers': (message, next) =>
    message.replace(/\d+/g, (digits) =>
      digits.length < 3 ? digits : String(Math.floor(next() * 10 ** digits.length)),
    ),
  'words lost': (message, next) => {
    const words = message.split(' ')
    for (let lost = Math.floor(words.length / 7); lost >= 0 && words.length > 3; lost--)
      words.splice(Math.floor(next() * words.length), 1)
    return words.join(' ')
  },
  'words put in': (message, next) => {
    const words = message.split(' ')
    for (let more = Math.floor(words.length / 5); more >= 0; more--)
      words.splice(1 + Math.floor(next() * words.length), 0, picker(next)(values.word))
    return words.join(' ')
  },
  report,
  'report, tail cut': (message, next, product) => report(`${shortened(message, 0, 0.6)}…`, next, product),
} satisfies Record<string, Noise>

export type NoiseKind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as NoiseKind[]

/** The message with realistic values for its varying parts. */
export function filled(message: string, next: Random): string {
  return message.replace(/…/g, () => picker(next)(picker(next)(Object.values(values))))
}

type Entry = Pick<MatchEntry, 'id' | 'products' | 'errors'>

/** Every message of a catalog, numbered from 1, with its index on its page. */
export const messagesOf = (entries: readonly Entry[]) =>
  entries
    .flatMap(({ id, products, errors }) => errors.map((message, place) => ({ id, products, message, place })))
    .map((message, index) => ({ ...message, number: index + 1 }))

/** Text `number` of a catalog: a message of one entry with one kind of noise. */
export function noisy(entries: readonly Entry[], number: number) {
  const next = random(7 + number * 31)
  const list = entries.filter(({ errors }) => errors.length > 0)
  const entry = picker(next)(list)
  const message = picker(next)(entry.errors)
  const kind = kindNames[number % kindNames.length] as NoiseKind
  return {
    id: entry.id,
    message,
    kind,
    text: kinds[kind](filled(message, next), next, entry.products[0] ?? 'it'),
  }
}
