import { type Dict, dict, isDict, list, text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { signatureOf } from '../ids.ts'
import { imageType } from '../image-type.ts'
import { invalid, violations } from './errors.ts'
import type { Model } from './models.ts'

const callsOf = (content: Dict | undefined): Dict[] =>
  list(content?.parts)
    .map(dict)
    .filter(({ functionCall }) => isDict(functionCall))
const resultsOf = (content: Dict | undefined): Dict[] =>
  list(content?.parts)
    .map(dict)
    .filter(({ functionResponse }) => isDict(functionResponse))

/** Every turn by itself, then calls and results in their order. */
export function checkContents(contents: readonly Dict[], model: Model): PlainReply | undefined {
  for (const [index, content] of contents.entries()) {
    // https://github.com/the-open-agent/openagent/issues/1666
    if (content.role !== undefined && !['user', 'model', 'function'].includes(text(content.role)))
      return invalid('Please use a valid role: user, model.')
    // Unproven: no recording of these words was found.
    if (list(content.parts).length === 0)
      return violations([
        `GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`,
      ])
    if (list(content.parts).some(isBrokenImage))
      // https://github.com/AmberSahdev/Open-Interface/issues/64
      return invalid('Provided image is not valid.')
  }
  return checkOrder(contents) ?? (model.signs ? checkSignatures(contents) : undefined)
}

function isBrokenImage(part: unknown): boolean {
  const { mimeType, data } = dict(dict(part).inlineData)
  if (!/^image\/(png|jpeg|webp|gif)$/.test(text(mimeType))) return false
  return imageType(Buffer.from(text(data), 'base64')) === undefined
}

/** The three sentences are those of https://github.com/guanyilun/agent-sh/pull/114 and its neighbours. */
function checkOrder(contents: readonly Dict[]): PlainReply | undefined {
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1]
    const calls = callsOf(content).length
    const results = resultsOf(content).length
    if (calls > 0 && (before === undefined || before.role === 'model'))
      return invalid(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      )
    if (results > 0 && callsOf(before).length === 0)
      // Unproven: no recording of these words was found.
      return invalid(
        'Please ensure that function response turn comes immediately after a function call turn.',
      )
    const next = contents[index + 1]
    const answered = next ? resultsOf(next).length : calls
    if (calls > 0 && answered !== calls)
      return invalid(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
  }
  return undefined
}

/**
 * The first call of every step of the current turn needs its signature, and calls beside it do not:
 * https://ai.google.dev/gemini-api/docs/thought-signatures. Words: https://github.com/lbjlaq/Antigravity-Manager/issues/938
 */
function checkSignatures(contents: readonly Dict[]): PlainReply | undefined {
  const asked = contents.findLastIndex(
    (content) => content.role !== 'model' && resultsOf(content).length === 0,
  )
  for (const [index, content] of contents.entries()) {
    const [first] = callsOf(content)
    if (index < asked || !first) continue
    const { name } = dict(first.functionCall)
    const position = list(content.parts)
      .map(dict)
      .findIndex(({ functionCall }) => isDict(functionCall))
    if (!first.thoughtSignature)
      return invalid(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${text(name)}\` , position ${index + position + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
      )
    // Both escape hatches of the documentation skip the check. Words: https://docs.apiyi.com/en/faq/gemini-thought-signature-missing
    const known = [
      signatureOf(text(name)),
      'skip_thought_signature_validator',
      'context_engineering_is_the_way_to_go',
    ]
    if (!known.includes(text(first.thoughtSignature))) return invalid('Corrupted thought signature.')
  }
  return undefined
}
