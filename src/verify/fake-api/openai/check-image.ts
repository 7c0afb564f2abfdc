import { text } from '../dict.ts'
import type { PlainReply } from '../exchange.ts'
import { imageType } from '../image-type.ts'
import { refusal } from './errors.ts'
import type { Model } from './models.ts'

/**
 * https://github.com/STranslate/STranslate/issues/277 (format),
 * https://github.com/roboflow/awesome-openai-vision-api-experiments/issues/11 (models without eyes), and recorded at
 * https://github.com/traceloop/openllmetry, packages/opentelemetry-instrumentation-openai/tests/traces/cassettes/test_vision/test_vision.yaml
 * (download). There is no network here, so that no address can be downloaded.
 */
export function checkImage(url: unknown, at: string, model: Model): PlainReply | undefined {
  if (['gpt-3.5-turbo', 'gpt-4', 'o3-mini'].includes(model.id))
    return refusal('Invalid content type. image_url is only supported by certain models.', {
      param: `${at}.type`,
    })
  const [, base64] = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(text(url)) ?? []
  if (base64 === undefined && /^https?:/.test(text(url)))
    return refusal(`Error while downloading ${text(url)}.`, { code: 'invalid_image_url' })
  // https://github.com/vercel/ai/issues/1544
  const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
  if (bytes && imageType(bytes)) return undefined
  return refusal(
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    { code: 'invalid_image_format' },
  )
}
