import { count, type Dict, dict, list, text } from '../dict.ts'
import { type Account, json, type PlainReply } from '../exchange.ts'
import { vectorOf } from '../vector.ts'
import { violations } from './errors.ts'
import type { Model } from './models.ts'
import { checkQuota } from './quota.ts'

/** `embedContent` and `batchEmbedContents`: https://ai.google.dev/api/embeddings */
export function embed(body: Dict, model: Model, account: Account): PlainReply {
  return checkQuota(model, account) ?? json(200, { embedding: embeddingOf(body) })
}

export function batchEmbed(body: Dict, model: Model, account: Account): PlainReply {
  const requests = list(body.requests).map(dict)
  // https://github.com/langchain-ai/langchainjs/issues/4491
  if (requests.length > 100)
    return violations(['BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch'])
  return checkQuota(model, account) ?? json(200, { embeddings: requests.map(embeddingOf) })
}

function embeddingOf(request: Dict): { values: number[] } {
  const said = list(dict(request.content).parts)
    .map((part) => text(dict(part).text))
    .join('\n')
  return { values: vectorOf(said, count(request.outputDimensionality) ?? 3072) }
}
