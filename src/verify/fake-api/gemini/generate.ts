import { type Answer, answer, type Question } from '../answer.ts'
import { count, type Dict, dict, isDict, list, text } from '../dict.ts'
import { type Account, json, type PlainReply, type Reply } from '../exchange.ts'
import { signatureOf } from '../ids.ts'
import { pieces, tokensOf } from '../tokens.ts'
import { checkRequest } from './check-request.ts'
import { invalid } from './errors.ts'
import type { Model } from './models.ts'
import { checkQuota } from './quota.ts'

const jsonType = { 'content-type': 'application/json; charset=UTF-8' }

/** `generateContent` and `streamGenerateContent`: https://ai.google.dev/api/generate-content */
export function generate(body: Dict, model: Model, account: Account, streams: 'no' | 'sse' | 'array'): Reply {
  const refused = checkRequest(body, model) ?? checkQuota(model, account)
  if (refused) return refused
  const tokens = inputTokensOf(body)
  // https://github.com/google-gemini/gemini-cli/issues/4231
  if (tokens > model.input)
    return invalid(
      `The input token count (${tokens}) exceeds the maximum number of tokens allowed (${model.input}).`,
    )
  const said = answer(questionOf(body, model, tokens))
  const responseId = account.nextId('', 22)
  const parts = partsOf(said, model)
  const usageMetadata = usageOf(tokens, said)
  const frame = { usageMetadata, modelVersion: model.id, responseId }
  const finishReason = said.cut ? 'MAX_TOKENS' : 'STOP'
  const whole = (content: readonly Dict[], finish?: string): Dict => ({
    candidates: [
      {
        content: { ...(content.length > 0 ? { parts: content } : {}), role: 'model' },
        ...(finish ? { finishReason: finish } : {}),
        index: 0,
      },
    ],
    ...frame,
  })
  if (streams === 'no') return json(200, whole(parts, finishReason), jsonType)
  const split = parts.flatMap((part) =>
    typeof part.text === 'string' ? pieces(part.text).map((piece) => ({ text: piece })) : [part],
  )
  const chunks = split.map((part, index) =>
    whole([part], index === split.length - 1 ? finishReason : undefined),
  )
  const all = chunks.length > 0 ? chunks : [whole([], finishReason)]
  if (streams === 'array') return json(200, all, jsonType)
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    events: all.map((chunk) => ({ data: JSON.stringify(chunk) })),
  }
}

/** `countTokens`: https://ai.google.dev/api/tokens */
export const countTokens = (body: Dict): PlainReply =>
  json(
    200,
    { totalTokens: inputTokensOf(isDict(body.generateContentRequest) ? body.generateContentRequest : body) },
    jsonType,
  )

const inputTokensOf = (body: Dict): number =>
  tokensOf(
    [body.systemInstruction, ...list(body.contents)].map((content) => textOf(dict(content))).join('') +
      (body.tools ? JSON.stringify(body.tools) : ''),
  )

const textOf = (content: Dict): string =>
  list(content.parts)
    .map(dict)
    .map((part) => text(part.text) + (part.functionResponse ? JSON.stringify(part.functionResponse) : ''))
    .join('\n')

function questionOf(body: Dict, model: Model, inputTokens: number): Question {
  const contents = list(body.contents).map(dict)
  const last = list(contents.at(-1)?.parts).map(dict)
  const results = last.filter(({ functionResponse }) => isDict(functionResponse))
  const config = dict(body.generationConfig)
  const schema = config.responseJsonSchema ?? config._responseJsonSchema ?? config.responseSchema
  const calling = dict(dict(body.toolConfig).functionCallingConfig)
  const [only] = list(calling.allowedFunctionNames)
  return {
    prompt:
      contents
        .filter(({ role }) => role !== 'model')
        .map(textOf)
        .findLast((said) => said && !said.startsWith('{')) ?? '',
    inputTokens,
    tools: list(body.tools).flatMap((tool) =>
      list(dict(tool).functionDeclarations).map((declared) => {
        const { name, description, parameters, parametersJsonSchema } = dict(declared)
        return {
          name: text(name),
          description: text(description),
          schema: parametersJsonSchema ?? parameters,
        }
      }),
    ),
    choice:
      calling.mode === 'NONE'
        ? 'none'
        : calling.mode === 'ANY'
          ? only
            ? { name: text(only) }
            : 'required'
          : 'auto',
    results: results.map(({ functionResponse }) => JSON.stringify(dict(functionResponse).response)),
    format:
      schema === undefined ? (config.responseMimeType === 'application/json' ? 'json' : 'text') : { schema },
    maxTokens: count(config.maxOutputTokens) ?? model.output,
    thinking: thinkingOf(model, count(dict(config.thinkingConfig).thinkingBudget)),
  }
}

/** Thoughts count against maxOutputTokens: https://ai.google.dev/gemini-api/docs/thinking */
const thinkingOf = ({ thinks }: Model, budget: number | undefined): number =>
  thinks === 'no' || budget === 0 ? 0 : Math.min(budget && budget > 0 ? budget : 128, 128)

function partsOf({ text: said, calls }: Answer, { signs }: Model): Dict[] {
  const called = calls.map(({ name, args }, index) => ({
    functionCall: { name, args },
    ...(signs && index === 0 ? { thoughtSignature: signatureOf(name) } : {}),
  }))
  return [...(said ? [{ text: said }] : []), ...called]
}

function usageOf(promptTokenCount: number, { outputTokens, thinking }: Answer): Dict {
  return {
    promptTokenCount,
    candidatesTokenCount: outputTokens - thinking,
    totalTokenCount: promptTokenCount + outputTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: promptTokenCount }],
    ...(thinking > 0 ? { thoughtsTokenCount: thinking } : {}),
  }
}
