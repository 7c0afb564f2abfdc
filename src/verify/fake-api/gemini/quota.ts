import type { Account, PlainReply } from '../exchange.ts'
import { refusal } from './errors.ts'
import type { Model } from './models.ts'

/**
 * Recorded at https://github.com/crmne/ruby_llm, spec/fixtures/vcr_cassettes/chat_real_error_scenarios_gemini_gemini-2_5-flash_handles_context_length_exceeded_errors.yml;
 * the free tier's names and `limit: 0` from https://github.com/continuedev/continue/issues/9662 and
 * https://github.com/google-gemini/gemini-cli/issues/8437. The minute of the free tier lasts three seconds here.
 */
export function checkQuota(model: Model, account: Account): PlainReply | undefined {
  if (account.variant === 'no-credit') return exceeded(model, 0, 'free', 55_576)
  const [tier, limit] =
    account.variant === 'free-tier' ? (['free', model.free] as const) : (['paid', 1000] as const)
  if (limit === 0) return exceeded(model, 0, tier, 16_614)
  const seconds = tier === 'free' ? 3 : 60
  const { allowed, wait } = account.windows.take(`gemini ${model.id}`, 1, { capacity: limit, seconds })
  return allowed ? undefined : exceeded(model, limit, tier, wait)
}

function exceeded(model: Model, limit: number, tier: 'free' | 'paid', wait: number): PlainReply {
  const what = model.embeds ? 'embed_content' : 'generate_content'
  const quotaMetric = `generativelanguage.googleapis.com/${what}_${tier}_tier_requests`
  const quotaId =
    tier === 'free'
      ? 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier'
      : 'GenerateRequestsPerMinutePerProjectPerModel-PaidTier'
  const seconds = wait / 1000
  const message = `You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits. To monitor your current usage, head to: https://ai.dev/rate-limit. \n* Quota exceeded for metric: ${quotaMetric}, limit: ${limit}, model: ${model.id}\nPlease retry in ${seconds}s.`
  const quotaDimensions = { model: model.id, location: 'global' }
  return refusal('RESOURCE_EXHAUSTED', message, [
    {
      '@type': 'type.googleapis.com/google.rpc.Help',
      links: [
        {
          description: 'Learn more about Gemini API quotas',
          url: 'https://ai.google.dev/gemini-api/docs/rate-limits',
        },
      ],
    },
    {
      '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
      violations: [
        { quotaMetric, quotaId, quotaDimensions, ...(limit > 0 ? { quotaValue: String(limit) } : {}) },
      ],
    },
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${Math.ceil(seconds)}s` },
  ])
}
