import { type Dict, dict, isDict, list } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { refusal } from './errors.ts'

const names = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** https://ai.google.dev/api/generate-content#request-body */
const requestFields = names(
  'model contents tools toolConfig safetySettings systemInstruction generationConfig cachedContent store serviceTier',
)
/** https://ai.google.dev/api/generate-content#generationconfig */
const configFields = names(
  `stopSequences responseMimeType responseSchema responseJsonSchema _responseJsonSchema responseModalities candidateCount
  maxOutputTokens temperature topP topK seed presencePenalty frequencyPenalty responseLogprobs logprobs
  enableEnhancedCivicAnswers speechConfig thinkingConfig imageConfig mediaResolution`,
)
/** https://ai.google.dev/api/caching#Schema */
const schemaFields = names(
  `type format title description nullable enum maxItems minItems properties required minProperties maxProperties
  minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum`,
)

/**
 * Fields that the API's protocol buffers do not have, all of them at once:
 * https://github.com/zed-extensions/mcp-server-brave-search/issues/12, https://github.com/nanbingxyz/5ire/issues/42
 */
export function findUnknown(body: Dict): PlainReply | undefined {
  const found: { name: string; at: string }[] = []
  const look = (value: unknown, fields: ReadonlySet<string>, at: string): void => {
    for (const name of Object.keys(dict(value))) if (!fields.has(name)) found.push({ name, at })
  }
  const lookSchema = (value: unknown, at: string): void => {
    if (!isDict(value)) return
    look(value, schemaFields, at)
    for (const [index, inner] of Object.values(dict(value.properties)).entries())
      lookSchema(inner, `${at}.properties[${index}].value`)
    lookSchema(value.items, `${at}.items`)
    for (const [index, inner] of list(value.anyOf).entries()) lookSchema(inner, `${at}.any_of[${index}]`)
  }
  look(body, requestFields, '')
  look(body.generationConfig, configFields, 'generation_config')
  lookSchema(dict(body.generationConfig).responseSchema, 'generation_config.response_schema')
  for (const [index, tool] of list(body.tools).entries())
    for (const [place, declared] of list(dict(tool).functionDeclarations).entries())
      lookSchema(dict(declared).parameters, `tools[${index}].function_declarations[${place}].parameters`)
  if (found.length === 0) return undefined
  const lines = found.map(({ name, at }) => ({
    field: at,
    description: `Invalid JSON payload received. Unknown name "${name}"${at ? ` at '${at}'` : ''}: Cannot find field.`,
  }))
  return refusal('INVALID_ARGUMENT', lines.map(({ description }) => description).join('\n'), [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: lines },
  ])
}
