import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { align } from '../../src/client/align.ts'
import type { MatchEntry } from '../../src/client/catalog-files.ts'
import { createMatcher, type Match, match, shortlistMatcher } from '../../src/client/match.ts'
import { prepare } from '../../src/client/prepare.ts'
import { shortlistsOf } from '../../src/client/shortlist.ts'
import { inputCharacters, textWords } from '../../src/client/words.ts'

const entry = (id: string, errors: string[], more: Partial<MatchEntry> = {}): MatchEntry => ({
  id,
  title: id.replace(/[/-]/g, ' '),
  errors,
  signs: [],
  codes: [],
  products: [],
  ...more,
})

const telegram = entry(
  'messaging/telegram-409',
  ['409: Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'],
  { products: ['telegraf'] },
)
const webhook = entry('messaging/telegram-webhook', [
  "409: Conflict: can't use getUpdates method while webhook is active",
])
const window = entry('context-window/maximum', [
  "This model's maximum context length is … tokens. However, you requested … tokens (… in the messages, … in the completion)",
])
const schema = entry('tool-failure/schema', [
  "Invalid schema for function '…': 'additionalProperties' is required to be supplied and to be false.",
])
const feishu = entry('messaging/feishu', [
  '应用尚未开通所需的应用身份权限：[…]，点击链接申请并开通任一权限即可',
])
const sqliteNode = entry('concurrency/sqlite-node', ['SQLITE_BUSY: database is locked'], {
  products: ['better-sqlite3'],
})
const sqlitePython = entry('concurrency/sqlite-python', ['SQLITE_BUSY: database is locked'], {
  products: ['python'],
})
const silent = entry('token-cost/heartbeat', [], {
  title: 'Heartbeat burns tokens although nobody talks to the agent',
  signs: ['the heartbeat runs every 30 minutes and its tokens are billed while no user is active'],
  products: ['openclaw'],
})
const fence = entry('tool-failure/fence', ['SyntaxError: Unexpected token ` in JSON at position 0'])
const html = entry('general/html', ['SyntaxError: Unexpected token < in JSON at position 0'])

const entries = [telegram, webhook, window, schema, feishu, sqliteNode, sqlitePython, silent, fence, html]
const matcher = createMatcher({ entries })
const ids = (text: string) => matcher.match(text).map((match) => match.entry.id)
const first = (text: string) => matcher.match(text)[0]

const message409 =
  'ETELEGRAM: 409: Conflict: terminated by other getUpdates request; make sure that only one bot instance is running'
const messageWindow =
  "This model's maximum context length is 8192 tokens. However, you requested 9001 tokens (8001 in the messages, 1000 in the completion)."

describe('a literal message is an exact match', () => {
  test.each<[string, string, string]>([
    ['as it is', message409, telegram.id],
    [
      'in colour',
      `\u001b[31m${message409.replace('terminated', '\u001b[1mterminated\u001b[22m')}\u001b[39m`,
      telegram.id,
    ],
    [
      'with CRLF and wrapped lines',
      message409.replace('other getUpdates', 'other\r\n      getUpdates'),
      telegram.id,
    ],
    [
      'in JSON, escaped twice',
      JSON.stringify({ error: JSON.stringify({ message: messageWindow }) }),
      window.id,
    ],
    ['in a box', `║ ${messageWindow.slice(0, 60)} ║\n║ ${messageWindow.slice(60)} ║`, window.id],
    ['in capitals', messageWindow.toUpperCase(), window.id],
    ['with typographic quotes', messageWindow.replace("model's", 'model’s'), window.id],
    [
      'with another function’s name',
      "400 Invalid schema for function 'next_dispatch_note': 'additionalProperties' is required to be supplied and\nto be false.",
      schema.id,
    ],
    [
      'in Chinese',
      '错误：应用尚未开通所需的应用身份权限：[im:message]，点击链接申请并开通任一权限即可：https://open.feishu.cn',
      feishu.id,
    ],
    [
      'within prose of another language',
      `어제부터 봇이 이상합니다. 로그에는 ${message409} 라고 나옵니다. 도와주세요.`,
      telegram.id,
    ],
  ])('%s', (_, text, id) => {
    expect(first(text)).toMatchObject({ entry: { id }, confidence: 'exact' })
  })
})

test('a catalog can be asked directly', () => {
  const catalog = { entries }
  expect(match(message409, catalog, { limit: 1 })).toEqual(matcher.match(message409, { limit: 1 }))
  expect(match('all is well', catalog)).toEqual([])
})

test('near neighbours are told apart', () => {
  expect(ids(message409)[0]).toBe(telegram.id)
  expect(
    ids("Error: 409: Conflict: can't use getUpdates method while webhook is active; use deleteWebhook")[0],
  ).toBe(webhook.id)
  expect(ids('SyntaxError: Unexpected token ` in JSON at position 0')[0]).toBe(fence.id)
  expect(ids('SyntaxError: Unexpected token < in JSON at position 0')[0]).toBe(html.id)
})

test('a product that is named decides between equal messages', () => {
  expect(ids('better-sqlite3: SQLITE_BUSY: database is locked')[0]).toBe(sqliteNode.id)
  expect(ids('python app.py\nSQLITE_BUSY: database is locked')[0]).toBe(sqlitePython.id)
})

test('a message without the class of the error before it is exact too', () => {
  expect(first('what we got: Unexpected token ` in JSON at position 0')).toMatchObject({
    entry: { id: fence.id },
    confidence: 'exact',
  })
})

describe('what a message is about must be there', () => {
  const pages = createMatcher({
    entries: [
      entry('general/httpx', [
        "ModuleNotFoundError: No module named 'httpx'",
        "__init__() got an unexpected keyword argument 'proxies'",
      ]),
      entry('container/memory', [
        'did not complete successfully: exit code: 137',
        'llama runner process has terminated: CUDA error: out of memory',
      ]),
      entry('general/bytes', ["UnicodeDecodeError: 'gbk' codec can't decode byte 0x… in position …"]),
      entry('messaging/feishu-cron', [], { title: '定时任务显示已投递，但是飞书里没有收到消息' }),
    ],
  })
  const answers = (text: string) => pages.match(text).map((match) => match.entry.id)
  const report = (line: string) =>
    `[Bug]: it does not start after the update\n\n### Description\n\nI installed the new version and it fails.\n\n\`\`\`\nTraceback (most recent call last):\n  File "/app/main.py", line 3, in run\n${line}\n\`\`\`\n\n### Environment\n\nPython 3.11, Linux`

  test.each([
    ["ModuleNotFoundError: No module named 'gradio'"],
    ["TypeError: LLM.__init__() got an unexpected keyword argument 'api_base'"],
    ['did not complete successfully: exit code: 1'],
  ])('%s is another error', (line) => {
    expect(answers(report(line))).toEqual([])
  })

  test('a request in a language without spaces shares letters with everything, and is no match', () => {
    expect(
      answers('[功能请求]: 希望能增加一键复制回答的功能，官网现在都已经有这个功能了，没有它很不方便'),
    ).toEqual([])
  })

  test.each([
    ["TypeError: AsyncClient.__init__() got an unexpected keyword argument 'proxies'", 'general/httpx'],
    ['runner process has terminated: CUDA error: out of memory', 'container/memory'],
    ["UnicodeDecodeError: 'gbk' codec can't decode byte 0xaf in position 45: illegal", 'general/bytes'],
    ['为什么定时任务显示已投递，飞书里却没有收到消息', 'messaging/feishu-cron'],
  ])('%s is found in a report', (line, id) => {
    expect(answers(report(line))[0]).toBe(id)
  })
})

describe('what differs decides', () => {
  const pages = createMatcher({
    entries: [
      entry('config/crewai', [
        "Failed to convert text into a Pydantic model due to error: No module named 'litellm'",
      ]),
      entry('tool-failure/mcp-spawn', [
        'spawn npx ENOENT for the MCP server',
        'spawn uvx ENOENT for the MCP server',
      ]),
      entry('agentplatform/systemd', ['Start request repeated too quickly.'], { products: ['hermes'] }),
    ],
  })
  const answer = (text: string) => pages.match(text)[0]

  test('another value in quotes is another error', () => {
    const text = 'Failed to convert text into a Pydantic model due to error: No module named '
    expect(answer(`${text}'litellm'`)).toMatchObject({ entry: { id: 'config/crewai' }, confidence: 'exact' })
    expect(answer(`crew: ${text}'google.genai' in tools`)?.confidence).not.toBe('exact')
    const score = (value: string) => answer(`crew: ${text}${value} in tools`)?.score ?? 0
    expect(score("'google.genai'")).toBeLessThan(score("'litellm'"))
  })

  test('what differs between two messages of a page varies, and proves nothing', () => {
    expect(answer('error: spawn deno ENOENT for the MCP server')).toMatchObject({
      entry: { id: 'tool-failure/mcp-spawn' },
      confidence: 'likely',
    })
  })

  test('a line that says only that something else failed is no answer', () => {
    expect(answer('systemd[1]: hermes.service: Start request repeated too quickly.')).toBeUndefined()
  })
})

test('a page that lists the value loses to no message with a gap in its place, however much else that says', () => {
  const general = entry(
    'general/module',
    ["Error: Cannot find module '…' Require stack: … at Module._resolveFilename … code: 'MODULE_NOT_FOUND'"],
    { products: ['Node.js'] },
  )
  const special = entry('general/stream', ["Error: Cannot find module '_stream_writable'"])
  const [answer] = createMatcher({ entries: [...entries, general, special] }).match(
    "Error: Cannot find module '_stream_writable'\nRequire stack:\n- /srv/a.js\n    at Module._resolveFilename (node:internal)\n  code: 'MODULE_NOT_FOUND'\nNode.js v26.3.0",
  )
  expect(answer?.entry.id).toBe(special.id)
})

test('a message that another page lists with its value loses to that page, though the text names a product of its own', () => {
  const general = entry('general/undefined', ["TypeError: undefined is not an object (evaluating '…')"], {
    products: ['Bun'],
  })
  const special = entry(
    'agentplatform/prompt',
    ["TypeError: undefined is not an object (evaluating 'a.name')", 'at SystemPrompt.environment'],
    { products: ['opencode'] },
  )
  const matcher = createMatcher({ entries: [...entries, general, special] })
  const log =
    "level=ERROR TypeError: undefined is not an object (evaluating 'a.name')\n    at map (native:1:11)\nBun v1.4.2\n"
  expect(matcher.match(`opencode ${log}`)[0]?.entry.id).toBe(special.id)
  expect(matcher.match(log)[0]?.entry.id).not.toBe(general.id)
})

test('half of a message is likely, not exact', () => {
  expect(first('terminated by other getUpdates request; make sure that only one')).toMatchObject({
    entry: { id: telegram.id },
    confidence: 'likely',
  })
})

test('a failure that prints nothing is found by its description', () => {
  expect(
    first('the heartbeat keeps running every 30 minutes and burns tokens although nobody is active'),
  ).toMatchObject({ entry: { id: silent.id }, confidence: 'likely' })
})

test.each([
  '',
  '   \n\t',
  'Build finished in 3.2 s',
  'error',
  'TypeError: Cannot read properties of undefined (reading "map")\n    at render (/srv/app.js:3:1)',
  'The model answered well, and the function was called with the tokens of the user.',
  '9001 tokens',
  '\u0000\uffff\ud800',
])('%j is not covered', (text) => expect(matcher.match(text)).toEqual([]))

test('the parts of a message count in their order, and not over a whole log', () => {
  expect(ids('in the completion tokens However, you requested, maximum context length is')[0]).not.toBe(
    'exact',
  )
  const torn = messageWindow.replace('However', `\n${'GET /health 200\n'.repeat(400)}However`)
  expect(first(torn)?.confidence).not.toBe('exact')
})

const noise = fc.constantFrom(
  '2026-01-02T03:04:05Z INFO started',
  '    at Object.<anonymous> (/srv/app.js:10:5)',
  '\u001b[32mok\u001b[0m',
  '{"level":30,"msg":"tick"}',
  '',
  '127.0.0.1 - - GET /x 200',
  '------',
)

test('noise around a message changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(noise, { maxLength: 100 }),
      fc.array(noise, { maxLength: 100 }),
      fc.constantFrom('\n', '\r\n'),
      (before, after, eol) => {
        expect(ids([...before, message409, ...after].join(eol))[0]).toBe(telegram.id)
      },
    ),
    { numRuns: 200 },
  )
})

test('lines in another order change nothing', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([message409, messageWindow, 'a', 'b', 'c'], { minLength: 5 }),
      (lines) => {
        expect(new Set(ids(lines.join('\n')).slice(0, 2))).toEqual(new Set([telegram.id, window.id]))
      },
    ),
  )
})

test('any text gives an answer, the same one each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      expect(matcher.match(text)).toEqual(matcher.match(text))
    }),
    { numRuns: 500 },
  )
})

test('five megabytes are cut in the middle; the error at their end is found', () => {
  const log = 'GET /health 200 terminated by other request make sure\n'.repeat(100_000)
  expect(log.length).toBeGreaterThan(inputCharacters * 10)
  expect(ids(`${log}${message409}`)[0]).toBe(telegram.id)
})

test('no message of an author can blow up', () => {
  const greedy = entry('general/greedy', [
    `${'a … '.repeat(90)}b`,
    'a a a a a a a a a a a a a a a a a a a b',
    '(a+)+$ [^]] .*.*.*',
  ])
  const found = createMatcher({ entries: [greedy] }).match('a '.repeat(150_000))
  expect(found.filter(({ confidence }) => confidence === 'exact')).toEqual([])
})

test('a part that varies may be eighty words long, not longer', () => {
  const { match: matchGap } = createMatcher({
    entries: [
      entry('general/gap', ['frobnicator daemon refused the handshake … quuxinator quota exhausted']),
    ],
  })
  const confidence = (words: number) =>
    matchGap(`frobnicator daemon refused the handshake ${'x '.repeat(words)}quuxinator quota exhausted`)[0]
      ?.confidence
  expect(confidence(80)).toBe('exact')
  expect(confidence(81)).not.toBe('exact')
  const { match: matchAnchorFirst } = createMatcher({
    entries: [entry('general/gap', ['quuxinatorhandshake quota exhausted … daemon refused'])],
  })
  const reverse = (words: number) =>
    matchAnchorFirst(`quuxinatorhandshake quota exhausted ${'x '.repeat(words)}daemon refused`)[0]?.confidence
  expect(reverse(80)).toBe('exact')
  expect(reverse(81)).not.toBe('exact')
})

test('three words of a message may be missing in a row, not four', () => {
  const message = 'alpha bravo charlie delta echo foxtrot golf hotel'
  const { messagesByAnchor, weights } = prepare([entry('general/words', [message])])
  const [prepared] = [...messagesByAnchor.values()].flat()
  const sameWords = (text: string) => prepared && align(prepared, 0, textWords(text), 0, weights).sameWords
  expect(sameWords('alpha echo foxtrot golf hotel')).toBe(5)
  expect(sameWords('alpha foxtrot golf hotel')).toBe(1)
})

describe('a shortlist', () => {
  const { lists, rows }: ReturnType<typeof shortlistsOf> = JSON.parse(JSON.stringify(shortlistsOf(entries)))
  const read: number[] = []
  const short = shortlistMatcher(lists, (number) => {
    read.push(number)
    return rows[number] ?? ''
  })

  const comparable = ({ score, ...match }: Match) => ({ ...match, score: score.toFixed(6) })

  test('gives the same answers as the whole catalog', () => {
    const texts = entries.flatMap(({ title, errors, signs }) => [title, ...errors, ...signs])
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...texts, 'constructor', 'the tokens are billed', '404'), { maxLength: 4 }),
        fc.nat({ max: 80 }),
        fc.constantFrom(' ', '\n'),
        (lines, end, separator) => {
          const text = lines.join(separator).slice(0, -end)
          expect(short.match(text).map(comparable)).toEqual(matcher.match(text).map(comparable))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('reads only entries that a text can be about', () => {
    read.length = 0
    expect(short.match(message409)[0]?.entry.id).toBe(telegram.id)
    expect(read).toContain(entries.indexOf(telegram))
    expect(read).not.toContain(entries.indexOf(feishu))
    expect(read).not.toContain(entries.indexOf(schema))
  })
})

test('a message of three words and a varying part is likely at most, whatever the words weigh', () => {
  const dns = entry('container/dns', ['getaddrinfo EAI_AGAIN …'])
  const lookup = entry('container/lookup', ['getaddrinfo EAI_AGAIN … while resolving upstream hosts'])
  const answer = (text: string, of: MatchEntry) => match(text, { entries: [of, telegram, window] })[0]
  expect(answer('getaddrinfo EAI_AGAIN db', dns)).toMatchObject({
    entry: { id: dns.id },
    confidence: 'likely',
  })
  expect(answer('getaddrinfo EAI_AGAIN db while resolving upstream hosts', lookup)?.confidence).toBe('exact')
})

describe('a version in the text', () => {
  const zod = entry('tool-failure/zod-3', ['Schema appears to be from zod 3. Upgrade to zod >=4.2.0.'], {
    products: ['Zod'],
    versions: { Zod: '<4.2.0' },
  })
  const found = (text: string) => createMatcher({ entries: [zod, telegram] }).match(text)[0]

  test('outside of the range is told, and the answer is no longer exact', () => {
    const text = 'zod 4.5.1 installed\nSchema appears to be from zod 3.'
    expect(found(text)).toMatchObject({ confidence: 'likely', outside: 'Zod 4.5.1 is outside of <4.2.0' })
  })

  test.each([
    'Schema appears to be from zod 3. Upgrade to zod >=4.2.0.',
    'Schema appears to be from zod 3. Upgrade to zod >=4.2.0\nzod 4.1.0 installed',
  ])('that belongs to the message says nothing: %j', (text) => {
    expect(found(text)).toMatchObject({ confidence: 'exact' })
    expect(found(text)?.outside).toBeUndefined()
  })
})
