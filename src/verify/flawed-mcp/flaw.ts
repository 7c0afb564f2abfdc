/**
 * What is wrong with a server that otherwise works. A page starts one with `node "$FLAWED_MCP_SERVER" <flaw>` (standard
 * input and output), or asks for `http://127.0.0.1:4020/<flaw>` (streamable HTTP).
 */
export const stdioFlaws = {
  none: 'works',
  'logs-to-stdout': 'writes its log between the messages, to standard output',
  'exits-at-once': 'ends before it read a message, because a variable is not set',
  'never-answers': 'reads and says nothing',
  slow: 'takes six seconds for a tool call',
  'wrong-output': 'returns structured content that its own output schema does not allow',
  'no-output': 'declares an output schema and returns text alone',
  'duplicate-tool': 'lists one name twice',
  'error-result': 'returns every tool call with isError',
  'dies-in-call': 'ends while a tool call runs',
} as const

export const httpFlaws = {
  none: 'works',
  'not-found': 'answers 404, as at a wrong path',
  'no-post': 'answers 405, as a page that only takes GET',
  unauthorized: 'answers 401 and names a realm',
  forbidden: 'answers 403',
  'html-page': 'answers 200 with a page, as a login wall does',
  'forgets-session': 'gives a session id and knows it no more: 404',
  'needs-session': 'answers 400 to every call that brings no session id, and never gives one',
  'not-acceptable': 'answers 406 to clients that do not take both JSON and event streams',
  slow: 'takes six seconds for a tool call',
  'bad-gateway': 'a proxy in front answers 502',
} as const

export type StdioFlaw = keyof typeof stdioFlaws
export type HttpFlaw = keyof typeof httpFlaws

export const isStdioFlaw = (name: string): name is StdioFlaw => Object.hasOwn(stdioFlaws, name)
export const isHttpFlaw = (name: string): name is HttpFlaw => Object.hasOwn(httpFlaws, name)
