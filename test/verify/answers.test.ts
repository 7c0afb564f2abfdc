import { afterEach, expect, test } from 'vitest'
import { startFakeApi, type VendorName } from './fake-api.ts'

let close = () => {}
afterEach(() => close())
async function start(variant?: string) {
  const api = await startFakeApi(variant)
  close = api.close
  return api
}

const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const prompt = 'What is the weather in Oslo?'
/** One correct request to each vendor, with a tool that the prompt speaks of. */
const requests: Readonly<Record<VendorName, [path: string, body: Record<string, unknown>]>> = {
  openai: [
    '/v1/chat/completions',
    {
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: prompt }],
      tools: [{ type: 'function', function: { name: 'get_weather', parameters: schema } }],
    },
  ],
  anthropic: [
    '/v1/messages',
    {
      model: 'claude-haiku-4-5',
      max_tokens: 1000,
      messages: [{ role: 'user', content: prompt }],
      tools: [{ name: 'get_weather', input_schema: schema }],
    },
  ],
  gemini: [
    '/v1beta/models/gemini-2.5-flash:generateContent',
    {
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      tools: [{ functionDeclarations: [{ name: 'get_weather', parameters: schema }] }],
    },
  ],
}
const vendors = ['openai', 'anthropic', 'gemini'] as const

test.each(vendors)('%s calls the tool that is spoken of, with words of the prompt', async (vendor) => {
  const api = await start()
  const reply = await api.ask(vendor, ...requests[vendor])
  expect(reply.status).toBe(200)
  expect((await reply.text()).replaceAll(/[\\\s]/g, '')).toMatch(/"city":"Oslo"/)
})

test.each([
  ['openai', { authorization: 'Bearer wrong-key' }, 401, 'invalid_api_key'],
  ['openai', { authorization: '' }, 401, "You didn't provide an API key."],
  ['anthropic', { 'x-api-key': 'wrong-key' }, 401, 'invalid x-api-key'],
  ['anthropic', { 'x-api-key': '', authorization: 'Bearer wrong-key' }, 401, 'Invalid bearer token'],
  ['anthropic', { 'anthropic-version': '' }, 400, 'anthropic-version: header is required'],
  ['gemini', { 'x-goog-api-key': 'wrong-key' }, 400, 'API_KEY_INVALID'],
  ['gemini', { 'x-goog-api-key': '' }, 403, "Method doesn't allow unregistered callers"],
] as const)('%s refuses %o', async (vendor, headers, status, says) => {
  const api = await start()
  const reply = await api.ask(vendor, ...requests[vendor], headers)
  expect(reply.status).toBe(status)
  expect(await reply.text()).toContain(says)
})

test.each([
  ['overloaded', 'openai', 503],
  ['overloaded', 'anthropic', 529],
  ['overloaded', 'gemini', 503],
  ['server-error', 'openai', 500],
] as const)('%s: %s fails three times with %i, then works', async (variant, vendor, status) => {
  const api = await start(variant)
  const seen: number[] = []
  for (let turn = 0; turn < 4; turn++) seen.push((await api.ask(vendor, ...requests[vendor])).status)
  expect(seen).toEqual([status, status, status, 200])
})

test.each([
  ['openai', 429, 'insufficient_quota'],
  ['anthropic', 400, 'Your credit balance is too low to access the Anthropic API.'],
  ['gemini', 429, 'limit: 0, model: gemini-2.5-flash'],
] as const)('no credit: %s answers %i', async (vendor, status, says) => {
  const api = await start('no-credit')
  const reply = await api.ask(vendor, ...requests[vendor])
  expect(reply.status).toBe(status)
  expect(await reply.text()).toContain(says)
})

test.each([
  ['openai', 30, 'retry-after-ms', 'on requests per min (RPM): Limit 600, Used 600, Requested 1.'],
  ['anthropic', 40, 'retry-after', 'of 1,000 requests per minute'],
] as const)('%s refuses what comes faster than its limit', async (vendor, amount, header, says) => {
  const api = await start()
  const replies = await Promise.all(
    Array.from({ length: amount }, () => api.ask(vendor, ...requests[vendor])),
  )
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(amount)
  expect(Number(refused[0]?.headers.get(header))).toBeGreaterThan(0)
  expect(await refused[0]?.text()).toContain(says)
})

test('the free tier of Gemini says in its body when to come back', async () => {
  const api = await start('free-tier')
  const replies = await Promise.all(Array.from({ length: 12 }, () => api.ask('gemini', ...requests.gemini)))
  const refused = replies.find(({ status }) => status === 429)
  expect(await refused?.json()).toMatchObject({
    error: {
      details: expect.arrayContaining([
        expect.objectContaining({ retryDelay: expect.stringMatching(/^[1-3]s$/) }),
      ]),
    },
  })
  expect(refused?.headers.get('retry-after')).toBeNull()
})

const streamed = {
  model: 'gpt-4o-mini',
  stream: true,
  messages: [{ role: 'user', content: 'Write 40 words' }],
}

test('a stream ends with its mark, and a broken one without, the first time', async () => {
  const api = await start('cut-stream')
  const first = await api.ask('openai', '/v1/chat/completions', streamed)
  await expect(first.text()).rejects.toThrow()
  const second = await (await api.ask('openai', '/v1/chat/completions', streamed)).text()
  expect(second.trimEnd()).toMatch(/data: \[DONE\]$/)
})

test.each(vendors)('%s streams a call in pieces that make the whole', async (vendor) => {
  const api = await start()
  const [path, body] = requests[vendor]
  const reply =
    vendor === 'gemini'
      ? await api.ask(vendor, `${path.replace(':g', ':streamG')}?alt=sse`, body)
      : await api.ask(vendor, path, { ...body, stream: true })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const stream = await reply.text()
  const pieces = stream.matchAll(/"(?:arguments|partial_json)":("(?:[^"\\]|\\.)*")/g)
  const args = [...pieces].map(([, piece = '']) => JSON.parse(piece)).join('')
  expect(vendor === 'gemini' ? stream : args).toContain('{"city":"Oslo"}')
})

test('a response streams its events by number, with the whole response last', async () => {
  const api = await start()
  const body = { model: 'gpt-5', stream: true, input: 'Write 9 words' }
  const text = await (await api.ask('openai', '/v1/responses', body)).text()
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, index) => index))
  const deltas = events.filter(({ type }) => type === 'response.output_text.delta')
  const { type, response } = events.at(-1)
  expect(type).toBe('response.completed')
  expect(response.output.map((item: { type: string }) => item.type)).toEqual(['reasoning', 'message'])
  expect(response.output[1].content[0].text).toBe(deltas.map(({ delta }) => delta).join(''))
})

test('an error can come inside a stream', async () => {
  const api = await start('error-in-stream')
  const [path, body] = requests.anthropic
  const text = await (await api.ask('anthropic', path, { ...body, stream: true })).text()
  expect(text).toMatch(/^event: message_start/)
  expect(text.trimEnd()).toMatch(/event: error\ndata: .*overloaded_error.*$/)
})

test('a small limit cuts the answer, and of a reasoning model nothing is left', async () => {
  const api = await start()
  const ask = async (model: string, change: object) => {
    const messages = [{ role: 'user', content: 'Write 100 words' }]
    const reply = await api.ask('openai', '/v1/chat/completions', { model, messages, ...change })
    return ((await reply.json()) as { choices: { finish_reason: string; message: { content: string } }[] })
      .choices[0]
  }
  expect(await ask('gpt-4o', { max_tokens: 5 })).toMatchObject({
    finish_reason: 'length',
    message: { content: expect.stringMatching(/^.{20}$/) },
  })
  expect(await ask('gpt-5', { max_completion_tokens: 50 })).toMatchObject({
    finish_reason: 'length',
    message: { content: '' },
  })
})

test('the same question has the same answer in the next run', async () => {
  const answers: string[] = []
  for (let run = 0; run < 2; run++) {
    const api = await start()
    answers.push(await (await api.ask('anthropic', ...requests.anthropic)).text())
    api.close()
  }
  expect(answers[0]).toBe(answers[1])
})
