import { count, type Dict, dict, list, text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { checkContents } from './check-contents.ts'
import { checkTools } from './check-tools.ts'
import { invalid, violations } from './errors.ts'
import { findUnknown } from './fields.ts'
import type { Model } from './models.ts'

/** The first thing that is wrong with a request to `generateContent`: https://ai.google.dev/api/generate-content */
export function checkRequest(body: Dict, model: Model): PlainReply | undefined {
  return (
    findUnknown(body) ??
    (list(body.contents).length === 0
      ? violations(['GenerateContentRequest.contents: contents is not specified'])
      : undefined) ??
    checkTools(body) ??
    checkConfig(body, model) ??
    checkContents(list(body.contents).map(dict), model)
  )
}

const mimeTypes = ['text/plain', 'application/json', 'application/xml', 'application/yaml', 'text/x.enum']

function checkConfig(body: Dict, model: Model): PlainReply | undefined {
  const config = dict(body.generationConfig)
  const mime = text(config.responseMimeType)
  // Unproven: no recording of these words was found.
  if (mime && !mimeTypes.includes(mime))
    return violations([
      'GenerateContentRequest.generation_config.response_mime_type: allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.',
    ])
  const declares = list(body.tools).some((tool) => list(dict(tool).functionDeclarations).length > 0)
  // https://github.com/Simpleyyt/ai-manus/issues/101; Gemini 3 takes both, https://ai.google.dev/gemini-api/docs/structured-output
  if (mime === 'application/json' && declares && !model.signs)
    return invalid("Function calling with a response mime type: 'application/json' is unsupported")
  const budget = count(dict(config.thinkingConfig).thinkingBudget)
  // https://github.com/snailyp/gemini-balance/issues/206
  if (budget === 0 && model.thinks === 'always')
    return invalid('Budget 0 is invalid. This model only works in thinking mode.')
  // https://github.com/RooCodeInc/Roo-Code/issues/4399
  if (budget !== undefined && budget > 32_768) return invalid(`The thinking budget (${budget}) is invalid.`)
  return undefined
}
