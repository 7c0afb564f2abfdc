import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Anthropic } from '../../src/verify/fake-api/anthropic.ts'
import { Gemini } from '../../src/verify/fake-api/gemini.ts'
import { idMaker } from '../../src/verify/fake-api/made-up.ts'
import { OpenAi } from '../../src/verify/fake-api/openai.ts'
import { type Rule, schemaOf } from '../../src/verify/fake-api/refusals.ts'
import { startFakeApi, type VendorName } from './fake-api.ts'

type Body = Record<string, unknown>
/** What is wrong, the request, the status, and what the body must say. */
type Case = [wrong: string, path: string, body: Body | string, status: number, says: string]

let api: Awaited<ReturnType<typeof startFakeApi>>
beforeAll(async () => {
  api = await startFakeApi()
})
afterAll(() => api.close())

/** Asked with the requests of a table; each is one correct request, changed in one respect. */
function refuses(vendor: VendorName, cases: readonly Case[]): void {
  test.each(cases)('%s', async (_, path, body, status, says) => {
    const reply = await api.ask(vendor, path, body)
    expect(await reply.text()).toContain(JSON.stringify(says).slice(1, -1))
    expect(reply.status).toBe(status)
    expect(reply.headers.get('content-type')).toContain('application/json')
  })
}

const user = (content: unknown): Body => ({ role: 'user', content })
const words = (tokens: number): string => 'word'.repeat(tokens)
const png = 'iVBORw0KGgoAAAANSUhEUg=='

describe('every row of a vendor’s data', () => {
  const account = { variant: undefined, keys: {}, nextId: idMaker(), fails: () => false }
  const rowsOf = (rules: readonly Rule[]): Rule[] => rules.flatMap((row) => [row, ...rowsOf(row.rules ?? [])])

  test.each([OpenAi, Anthropic, Gemini])('%o', (Vendor) => {
    const { data } = new Vendor(account)
    const ajv = new Ajv({ $data: true, strictTypes: false })
    for (const [id, schema] of Object.entries(data.schemas)) ajv.addSchema(schema, id)
    const rows = rowsOf(Object.values(data.refusals).flat())
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      expect(ajv.compile(schemaOf(row))).toBeTypeOf('function')
      const { says, source = '' } = { ...data.wordings[row.like ?? ''], ...row }
      // A group that does not gather only holds rows.
      if (row.rules && row.gather === undefined) continue
      expect([says, source]).toEqual([
        expect.stringMatching(/./),
        expect.stringMatching(/^unproven$|https:\/\//),
      ])
    }
  })
})

describe('OpenAI', () => {
  const path = '/v1/chat/completions'
  const chat = (change: Body = {}): Body => ({ model: 'gpt-4o-mini', messages: [user('hi')], ...change })
  const call = { id: 'call_1', type: 'function', function: { name: 'get_time', arguments: '{}' } }
  const asks = { role: 'assistant', content: null, tool_calls: [call] }
  const tool = (parameters: Body, more: Body = {}): Body =>
    chat({ tools: [{ type: 'function', function: { name: 'get_time', parameters, ...more } }] })
  const object = { type: 'object', properties: { zone: { type: 'string' } } }
  const answer = (change: Body): Body => ({ model: 'gpt-4o', input: 'hi', ...change })
  const result = { type: 'function_call_output', call_id: 'call_1', output: '12:00' }

  refuses('openai', [
    ['a body that is not JSON', path, '{', 400, 'We could not parse the JSON body of your request.'],
    ['no model', path, { messages: [user('hi')] }, 400, 'you must provide a model parameter'],
    [
      'a model that is not there',
      path,
      chat({ model: 'gpt-9' }),
      404,
      'The model `gpt-9` does not exist or you do not have access to it.',
    ],
    [
      'an embedding model in a chat',
      path,
      chat({ model: 'text-embedding-3-small' }),
      404,
      'This is not a chat model',
    ],
    ['a path that is not there', '/chat/completions', chat(), 404, 'Invalid URL (POST /chat/completions)'],
    ['no messages', path, { model: 'gpt-4o' }, 400, "Missing required parameter: 'messages'."],
    ['an empty list of messages', path, chat({ messages: [] }), 400, "Invalid 'messages': empty array."],
    [
      'content null',
      path,
      chat({ messages: [user(null)] }),
      400,
      "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got null instead.",
    ],
    [
      'a part without type',
      path,
      chat({ messages: [user([{ text: 'hi' }])] }),
      400,
      "Missing required parameter: 'messages[0].content[0].type'.",
    ],
    ['an unknown argument', path, chat({ top_k: 5 }), 400, 'Unrecognized request argument supplied: top_k'],
    [
      'more than the window',
      path,
      chat({ messages: [user(words(130_000))] }),
      400,
      "This model's maximum context length is 128000 tokens.",
    ],
    [
      'more than the input of GPT-5',
      path,
      chat({ model: 'gpt-5', messages: [user(words(280_000))] }),
      400,
      'Input tokens exceed the configured limit of 272000 tokens.',
    ],
    [
      'more output than there is',
      path,
      chat({ max_tokens: 20_000 }),
      400,
      'max_tokens is too large: 20000. This model supports at most 16384 completion tokens',
    ],
    [
      'a call without a result',
      path,
      chat({ messages: [user('hi'), asks] }),
      400,
      'The following tool_call_ids did not have response messages: call_1',
    ],
    [
      'a result without a call',
      path,
      chat({ messages: [{ role: 'tool', tool_call_id: 'call_1', content: '1' }] }),
      400,
      "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    ],
    [
      'max_tokens with a reasoning model',
      path,
      chat({ model: 'gpt-5', max_tokens: 100 }),
      400,
      "Use 'max_completion_tokens' instead.",
    ],
    [
      'temperature with a reasoning model',
      path,
      chat({ model: 'o3', temperature: 0 }),
      400,
      "'temperature' does not support 0 with this model.",
    ],
    [
      'JSON mode without the word',
      path,
      chat({ response_format: { type: 'json_object' } }),
      400,
      "'messages' must contain the word 'json' in some form",
    ],
    [
      'an open schema in strict mode',
      path,
      tool({ ...object, required: ['zone'] }, { strict: true }),
      400,
      "In context=(), 'additionalProperties' is required to be supplied and to be false.",
    ],
    [
      'an optional field in strict mode',
      path,
      tool({ ...object, additionalProperties: false }, { strict: true }),
      400,
      "Missing 'zone'.",
    ],
    [
      'an array without items',
      path,
      tool({ type: 'object', properties: { ids: { type: 'array' } } }),
      400,
      "In context=('properties', 'ids'), array schema missing items.",
    ],
    [
      'a name with a dot',
      path,
      chat({ tools: [{ type: 'function', function: { name: 'a.b' } }] }),
      400,
      "'^[a-zA-Z0-9_-]+$'",
    ],
    [
      '129 tools',
      path,
      chat({ tools: Array(129).fill({ type: 'function', function: { name: 'a' } }) }),
      400,
      'Expected an array with maximum length 128',
    ],
    [
      'parallel calls of no tools',
      path,
      chat({ parallel_tool_calls: true }),
      400,
      "'parallel_tool_calls' is only allowed when 'tools' are specified.",
    ],
    [
      'more than the tokens of a minute',
      path,
      chat({ model: 'gpt-4.1', messages: [user(words(31_000))] }),
      429,
      'Request too large for gpt-4.1',
    ],
    [
      'a result without a call, responses',
      '/v1/responses',
      answer({ input: [result] }),
      400,
      'No tool call found for function call output with call_id call_1.',
    ],
    [
      'a call without a result, responses',
      '/v1/responses',
      answer({ input: [{ type: 'function_call', call_id: 'call_2', name: 'a', arguments: '{}' }] }),
      400,
      'No tool output found for function call call_2.',
    ],
    [
      'an unknown model, responses',
      '/v1/responses',
      answer({ model: 'gpt-9' }),
      400,
      "The requested model 'gpt-9' does not exist.",
    ],
    [
      'too much, responses',
      '/v1/responses',
      answer({ input: words(130_000) }),
      400,
      'Your input exceeds the context window of this model.',
    ],
    [
      'too many inputs',
      '/v1/embeddings',
      { model: 'text-embedding-3-small', input: Array(2049).fill('a') },
      400,
      'Expected an array with maximum length 2048',
    ],
    [
      'an empty input',
      '/v1/embeddings',
      { model: 'text-embedding-3-small', input: '' },
      400,
      "'$.input' is invalid.",
    ],
    [
      'a long input',
      '/v1/embeddings',
      { model: 'text-embedding-3-small', input: words(9000) },
      400,
      'however you requested 9000 tokens (9000 in your prompt; 0 for the completion)',
    ],
  ])
})

describe('Anthropic', () => {
  const path = '/v1/messages'
  const message = (change: Body = {}): Body => ({
    model: 'claude-haiku-4-5',
    max_tokens: 1000,
    messages: [user('hi')],
    ...change,
  })
  const use = { type: 'tool_use', id: 'toolu_1', name: 'get_time', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: '12:00' }
  const turns = (...messages: Body[]): Body => message({ messages })
  const says = (...content: Body[]): Body => ({ role: 'assistant', content })
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const text = (value: string) => ({ type: 'text', text: value })
  const image = (media_type: string, data: string) =>
    user([{ type: 'image', source: { type: 'base64', media_type, data } }])
  const tool = (input_schema: unknown, name = 'get_time') => message({ tools: [{ name, input_schema }] })

  refuses('anthropic', [
    [
      'half of a surrogate pair',
      path,
      '{"model":"\\ud83d"}',
      400,
      'The request body is not valid JSON: no low surrogate in string: line 1 column 11 (char 10)',
    ],
    ['no max_tokens', path, message({ max_tokens: undefined }), 400, 'max_tokens: Field required'],
    [
      'more output than there is',
      path,
      message({ max_tokens: 100_000 }),
      400,
      'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4-5',
    ],
    [
      'a model that is not there',
      path,
      message({ model: 'claude-3-5-sonnet-20241022' }),
      404,
      'model: claude-3-5-sonnet-20241022',
    ],
    [
      'an unknown field',
      path,
      message({ response_format: {} }),
      400,
      'response_format: Extra inputs are not permitted',
    ],
    [
      'a system message',
      path,
      turns({ role: 'system', content: 'x' }, user('hi')),
      400,
      'messages: Unexpected role "system".',
    ],
    [
      'an empty message',
      path,
      turns(user(''), says(text('a'))),
      400,
      'messages.0: all messages must have non-empty content',
    ],
    [
      'an empty text block',
      path,
      turns(user([text('')])),
      400,
      'messages: text content blocks must be non-empty',
    ],
    [
      'a blank text block',
      path,
      turns(user([text(' ')])),
      400,
      'messages: text content blocks must contain non-whitespace text',
    ],
    [
      "a part in OpenAI's form",
      path,
      turns(user([{ type: 'image_url' }])),
      400,
      "messages.0.content.0: Input tag 'image_url' found using 'type'",
    ],
    [
      'a call without a result',
      path,
      turns(user('hi'), says(use), user('and?')),
      400,
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.',
    ],
    [
      'a result without a call',
      path,
      turns(user([result])),
      400,
      'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1.',
    ],
    [
      'temperature and top_p',
      path,
      message({ temperature: 0.5, top_p: 0.9 }),
      400,
      '`temperature` and `top_p` cannot both be specified for this model.',
    ],
    [
      'temperature with Opus 4.7',
      path,
      message({ model: 'claude-opus-4-7', temperature: 0 }),
      400,
      '`temperature` is deprecated for this model.',
    ],
    [
      'a budget with Opus 4.7',
      path,
      message({ model: 'claude-opus-4-7', thinking }),
      400,
      '"thinking.type.enabled" is not supported for this model.',
    ],
    [
      'a small budget',
      path,
      message({ thinking: { ...thinking, budget_tokens: 500 } }),
      400,
      'Input should be greater than or equal to 1024',
    ],
    [
      'a budget of all tokens',
      path,
      message({ thinking }),
      400,
      '`max_tokens` must be greater than `thinking.budget_tokens`.',
    ],
    [
      'a turn without its thought',
      path,
      message({ max_tokens: 2000, thinking, messages: [user('hi'), says(use), user([result])] }),
      400,
      'Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
    ],
    [
      'a thought that was changed',
      path,
      turns(user('hi'), says({ type: 'thinking', thinking: 'x', signature: 'y' }, text('a')), user('b')),
      400,
      'messages.1.content.0: Invalid `signature` in `thinking` block',
    ],
    [
      'a prefilled answer of Sonnet 4.6',
      path,
      message({ model: 'claude-sonnet-4-6', messages: [user('hi'), says(text('{'))] }),
      400,
      'This model does not support assistant message prefill.',
    ],
    [
      'five breakpoints',
      path,
      message({ system: Array(5).fill({ ...text('a'), cache_control: { type: 'ephemeral' } }) }),
      400,
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    [
      'one name twice',
      path,
      message({ tools: Array(2).fill({ name: 'a', input_schema: { type: 'object' } }) }),
      400,
      'tools: Tool names must be unique.',
    ],
    ['a schema of no type', path, tool({}), 400, 'tools.0.custom.input_schema.type: Field required'],
    [
      'a schema that is none',
      path,
      tool({ type: 'object', properties: { a: { type: 'text' } } }),
      400,
      'tools.0.custom.input_schema: JSON schema is invalid.',
    ],
    [
      'a name with a dot',
      path,
      tool({ type: 'object' }, 'a.b'),
      400,
      "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ],
    [
      'an image of another type',
      path,
      turns(image('image/jpeg', png)),
      400,
      'The image was specified using the image/jpeg media type, but the image appears to be a image/png image',
    ],
    ['a long prompt', path, turns(user(words(210_000))), 400, 'tokens > 200000 maximum'],
    [
      'a long prompt and its answer',
      path,
      message({ max_tokens: 60_000, messages: [user(words(150_000))] }),
      400,
      'input length and `max_tokens` exceed context limit: 150004 + 60000 > 200000',
    ],
    [
      'more than the tokens of a minute',
      path,
      message({ model: 'claude-opus-4-5', messages: [user(words(31_000))] }),
      429,
      '30,000 input tokens per minute',
    ],
    ['a path that is not there', '/v1/chat', message(), 404, 'not_found_error'],
  ])
})

describe('Gemini', () => {
  const model = (name: string, method = 'generateContent') => `/v1beta/models/${name}:${method}`
  const path = model('gemini-2.5-flash')
  const said = (text: string) => ({ role: 'user', parts: [{ text }] })
  const call = { role: 'model', parts: [{ functionCall: { name: 'get_time', args: {} } }] }
  const result = {
    role: 'user',
    parts: [{ functionResponse: { name: 'get_time', response: { time: '12:00' } } }],
  }
  const ask = (change: Body = {}): Body => ({ contents: [said('hi')], ...change })
  const tool = (parameters: Body, name = 'get_time'): Body =>
    ask({ tools: [{ functionDeclarations: [{ name, parameters }] }] })
  const at = 'GenerateContentRequest.tools[0].function_declarations[0]'

  refuses('gemini', [
    [
      'a model that is not there',
      model('gemini-1.5-flash'),
      ask(),
      404,
      'models/gemini-1.5-flash is not found for API version v1beta, or is not supported for generateContent.',
    ],
    ['no contents', path, {}, 400, '* GenerateContentRequest.contents: contents is not specified'],
    [
      'another role',
      path,
      ask({ contents: [{ role: 'assistant', parts: [{ text: 'hi' }] }] }),
      400,
      'Please use a valid role: user, model.',
    ],
    [
      'an unknown field in a schema',
      path,
      tool({ type: 'object', properties: { a: { type: 'string', const: 'x' } } }),
      400,
      'Unknown name "const" at \'tools[0].function_declarations[0].parameters.properties[0].value\': Cannot find field.',
    ],
    [
      'no properties',
      path,
      tool({ type: 'object', properties: {} }),
      400,
      `* ${at}.parameters.properties: should be non-empty for OBJECT type`,
    ],
    [
      'an array without items',
      path,
      tool({ type: 'object', properties: { ids: { type: 'array' } } }),
      400,
      `* ${at}.parameters.properties[ids].items: missing field.`,
    ],
    [
      'a name with a space',
      path,
      tool({ type: 'object', properties: { a: { type: 'string' } } }, 'get time'),
      400,
      `${at}.name: Invalid function name.`,
    ],
    [
      'JSON together with tools',
      path,
      {
        ...tool({ type: 'object', properties: { a: { type: 'string' } } }),
        generationConfig: { responseMimeType: 'application/json' },
      },
      400,
      "Function calling with a response mime type: 'application/json' is unsupported",
    ],
    [
      'no thinking where there must be',
      model('gemini-2.5-pro'),
      ask({ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }),
      400,
      'Budget 0 is invalid. This model only works in thinking mode.',
    ],
    [
      'a call first',
      path,
      ask({ contents: [call, result] }),
      400,
      'Please ensure that function call turn comes immediately after a user turn',
    ],
    [
      'fewer results than calls',
      path,
      ask({ contents: [said('hi'), { role: 'model', parts: [...call.parts, ...call.parts] }, result] }),
      400,
      'the number of function response parts is equal to the number of function call parts',
    ],
    [
      'a call without its signature',
      model('gemini-3-flash-preview'),
      ask({ contents: [said('hi'), call, result] }),
      400,
      'function call `default_api:get_time` , position 2.',
    ],
    [
      'a long prompt',
      path,
      ask({ contents: [said(words(1_050_000))] }),
      400,
      'The input token count (1050000) exceeds the maximum number of tokens allowed (1048576).',
    ],
  ])
})
