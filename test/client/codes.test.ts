import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codesOf } from '../../src/client/codes.ts'

test.each<[string, string[]]>([
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', ['econnrefused']],
  ['API Error: 429 {"type":"error","error":{"type":"rate_limit_error"}}', ['http-429', 'rate-limit-error']],
  ['409: Conflict: terminated by other getUpdates request', ['http-409']],
  ['HTTP/1.1 502 Bad Gateway', ['http-502']],
  ['error TS2345: Argument of type', ['ts2345']],
  ['McpError: MCP error -32001: Request timed out', ['mcp-32001', 'mcperror']],
  ['Command failed with exit code 137', ['exit-137']],
  ['400 Bad Request (error code: 50035): Invalid Form Body', ['http-400', 'code-50035']],
  ['gateway closed (1008): pairing required', ['code-1008']],
  ["'code': 'insufficient_quota'", ['insufficient-quota']],
  ['status: RESOURCE_EXHAUSTED', ['resource-exhausted']],
  ['langgraph.errors.GraphRecursionError: Recursion limit', ['graphrecursionerror']],
  ['ERROR: deadlock detected (40P01)', ['40p01']],
  ['PostgreSQL: duplicate key value violates unique constraint (23505)', ['23505']],
  ['it exceeds maximum allowed tokens (25000)', []],
  ['SQLSTATE[42501]: permission denied', ['42501']],
  ['PrismaClientKnownRequestError: code: P2002', ['p2002', 'prismaclientknownrequesterror']],
  ['npm error code E404', ['e404']],
  ['remote: error: GH001: Large files detected', ['gh001']],
  ['Warning BackOff, CrashLoopBackOff, Reason: OOMKilled', ['crashloopbackoff', 'oomkilled']],
  ['error TS2307 and context_length_exceeded', ['ts2307', 'context-length-exceeded']],
  ['set OPENAI_API_KEY, NODE_OPTIONS, MCP_TIMEOUT and max_tokens; see ENTRYPOINT', []],
  ['TypeError: fetch failed', []],
  ['ERROR in node_modules: read_file took 400 ms, 500 items', []],
])('%s', (text, codes) => expect(codesOf(text)).toEqual(codes))

test('a code is always a name that a file can have', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      for (const code of codesOf(text)) expect(code).toMatch(/^[a-z0-9][a-z0-9-]{1,59}$/)
    }),
  )
})

test('an identifier of more than 60 characters is not a code', () => {
  const identifier = (length: number) => `E${'X'.repeat(length - 1)}`
  expect(codesOf(identifier(60))).toEqual([identifier(60).toLowerCase()])
  expect(codesOf(identifier(61))).toEqual([])
})
