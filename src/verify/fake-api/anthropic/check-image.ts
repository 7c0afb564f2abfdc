import { type Dict, text } from '../dict.ts'
import { imageType } from '../image-type.ts'
import { invalid, type Refusal } from './errors.ts'

const types = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/**
 * https://github.com/anthropics/claude-code/issues/8184 (type), https://github.com/anthropics/claude-code/issues/19631
 * (size), https://github.com/home-assistant/core/issues/167208 (type and bytes differ)
 */
export function checkImage(source: Dict, at: string): Refusal | undefined {
  if (source.type !== 'base64') return undefined
  const declared = text(source.media_type)
  if (!types.includes(declared))
    return invalid(
      `${at}.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`,
    )
  const data = text(source.data)
  // Unproven: no recording of these words was found.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return invalid(`${at}.base64: invalid base64 data`)
  const most = 5 * 1024 * 1024
  if (data.length > most)
    return invalid(`${at}.base64: image exceeds 5 MB maximum: ${data.length} bytes > ${most} bytes`)
  const actual = imageType(Buffer.from(data, 'base64'))
  // Unproven: no recording of these words was found.
  if (!actual) return invalid('Could not process image')
  if (actual === declared) return undefined
  return invalid(
    `${at}.base64.data: The image was specified using the ${declared} media type, but the image appears to be a ${actual} image`,
  )
}
