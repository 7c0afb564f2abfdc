import { createHash } from 'node:crypto'
import { isId } from '../client/catalog-files.ts'
import { type CatalogReader, CatalogUnavailable, decode } from '../client/reader.ts'
import { asData, printable, printableValues } from '../model/text.ts'
import protocol from './protocol.json' with { type: 'json' }
import { actionOf, argumentFault, type Given, type InputSchema, tools } from './tools.ts'

/*
 * By hand and not with the official SDK, because that is ten times the size of the whole client, which has to come
 * in one small file. The tests use the official client, in both of the protocol's ways to connect.
 */

/**
 * Requests of the `stateless` revisions name their revision each, the `stateful` ones agree on one by `initialize` and have
 * the methods `ofSessions`. An answer may be kept as long as `fresh` says.
 */
const { stateless, stateful, ofSessions, capabilities, instructions, fresh, skill, solution } = protocol
const { uri: skillUri, mimeType } = skill

const findSkill = async (catalog: CatalogReader): Promise<string> =>
  (await catalog.read(`.well-known/agent-skills/${skill.name}/SKILL.md`, decode)).value

/** The skill as the extension `io.modelcontextprotocol/skills` (SEP-2640) serves it, with the digest of its one file. */
function skillEntry(text: string) {
  const bytes = Buffer.from(text)
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return {
    uri: skillUri,
    frontmatter: frontmatterOf(text),
    resources: [{ uri: skillUri, digest, size: bytes.length }],
  }
}

/** Text by key, and one level below: all that the template of the skill has. */
function frontmatterOf(text: string): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  let below: Record<string, unknown> = data
  for (const line of (text.split('---\n')[1] ?? '').split('\n')) {
    const [, indent, key = '', value = ''] = /^( *)([\w-]+): ?"?(.*?)"?$/.exec(line) ?? []
    if (!indent) below = data
    if (key !== '') below[key] = value === '' ? {} : value
    if (value === '' && key !== '') below = data[key] as Record<string, unknown>
  }
  return data
}

/** What the server tells of itself and of its catalog. */
export interface Facts {
  readonly version: string
  /** Address of the form that proposes a page for this error. */
  readonly formFor: (text: string) => string
}

const metaKey = (name: string): string => `io.modelcontextprotocol/${name}`

type Json = Record<string, unknown>

interface Request {
  readonly id?: string | number
  readonly method: string
  readonly params?: Json
}

/** An error of the protocol, not of a tool, as it is answered. */
class ProtocolError extends Error {
  readonly answer: Json
  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.answer = { code, message, ...(data && { data }) }
  }
}

const { invalidRequest, unknownMethod, invalidParams, parseError, unsupportedVersion } = protocol.errors

/** Answers one line of JSON-RPC with another; undefined for a notification. */
export type AnswerLine = (line: string) => Promise<string | undefined>

export function mcpServer(catalog: CatalogReader, facts: Facts): AnswerLine {
  const serverInfo = { name: 'fixdex', title: 'Fixdex', version: facts.version }
  let initialized = false
  return async (line) => {
    let request: Request | undefined
    try {
      request = parse(line)
      if (request.id === undefined) return undefined
      const asked = versionOf(request, initialized)
      initialized ||= request.method === 'initialize'
      const result = await resultOf(request, catalog, facts)
      const about = asked && { resultType: 'complete', _meta: { [metaKey('serverInfo')]: serverInfo } }
      const named = request.method === 'initialize' ? { serverInfo } : {}
      return reply(request.id, { result: { ...result, ...named, ...about } })
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      return reply(request?.id ?? null, { error: error.answer })
    }
  }
}

const reply = (id: string | number | null, body: Json): string =>
  JSON.stringify({ jsonrpc: '2.0', id, ...body })

function parse(line: string): Request {
  let request: Request | null
  try {
    request = JSON.parse(line)
  } catch {
    throw new ProtocolError(parseError, 'Expected one JSON object a line')
  }
  if (typeof request?.method !== 'string') throw new ProtocolError(invalidRequest, 'Expected a method')
  return request
}

/** The revision that a stateless request names; undefined in a session that began with `initialize`. */
function versionOf({ method, params }: Request, initialized: boolean): string | undefined {
  const meta = (params?._meta ?? {}) as Json
  const requested = meta[metaKey('protocolVersion')]
  if (requested === undefined && (initialized || ofSessions.includes(method))) return undefined
  if (requested === undefined || typeof meta[metaKey('clientCapabilities')] !== 'object')
    throw new ProtocolError(
      invalidParams,
      `Expected ${metaKey('protocolVersion')} and ${metaKey('clientCapabilities')} in _meta, or initialize first`,
    )
  if (ofSessions.includes(method)) throw new ProtocolError(unknownMethod, `Unknown method ${method}`)
  if (stateless.includes(String(requested))) return String(requested)
  throw new ProtocolError(unsupportedVersion, `Unsupported protocol version: ${requested}`, {
    supported: stateless,
    requested,
  })
}

async function resultOf({ method, params = {} }: Request, catalog: CatalogReader, facts: Facts) {
  switch (method) {
    case 'initialize': {
      const wanted = String(params.protocolVersion)
      const protocolVersion = stateful.includes(wanted) ? wanted : stateful[0]
      return { protocolVersion, capabilities, instructions }
    }
    case 'server/discover':
      return { supportedVersions: stateless, capabilities, instructions, ...fresh }
    case 'ping':
      return {}
    case 'tools/list':
      return { tools, ...fresh }
    case 'tools/call':
      return callTool(params, catalog, facts)
    case 'prompts/list':
      return { prompts: [], ...fresh }
    case 'resources/list':
      return { resources: [skill], ...fresh }
    case 'resources/templates/list':
      return { resourceTemplates: [solution], ...fresh }
    case 'resources/read':
      return { contents: [await contentOf(String(params.uri), catalog)], ...fresh }
    case 'skills/list':
      return { skills: [skillEntry(await findSkill(catalog))], ...fresh }
    case 'skills/get':
      if (params.uri !== skillUri) throw new ProtocolError(invalidParams, `No skill at ${params.uri}`)
      return { skill: skillEntry(await findSkill(catalog)), ...fresh }
    default:
      throw new ProtocolError(unknownMethod, `Unknown method ${method}`)
  }
}

async function contentOf(uri: string, catalog: CatalogReader): Promise<Json> {
  if (uri === skillUri) return { uri, mimeType, text: await findSkill(catalog) }
  const id = /^solution:\/\/(.+)$/.exec(uri)?.[1]
  if (!isId(id)) throw new ProtocolError(invalidParams, `No resource at ${uri}`)
  try {
    const { value } = await catalog.page(id)
    return { uri, mimeType, text: asData(printable(value)) }
  } catch (error) {
    if (!(error instanceof CatalogUnavailable)) throw error
    throw new ProtocolError(invalidParams, error.message)
  }
}

/** A result in both forms. What the model can fix is an error that it sees, in one line. */
async function callTool({ name, arguments: given = {} }: Json, catalog: CatalogReader, facts: Facts) {
  const tool = tools.find((one) => one.name === name)
  const act = actionOf(String(name))
  if (tool === undefined || act === undefined) throw new ProtocolError(invalidParams, `Unknown tool ${name}`)
  const failure = (text: string) => ({ content: [{ type: 'text', text: printable(text) }], isError: true })
  const fault = argumentFault(tool.inputSchema as InputSchema, given as Json)
  if (fault !== undefined) return failure(fault)
  try {
    const { text, data } = await act(catalog, given as Given, facts.formFor)
    const content = [{ type: 'text', text: asData(printable(text)) }]
    return { content, structuredContent: printableValues(data) }
  } catch (error) {
    if (!(error instanceof CatalogUnavailable)) throw error
    return failure(error.message)
  }
}
