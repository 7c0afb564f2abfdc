import * as z from 'zod'
import { categories } from './vocabulary.ts'

/* Schemas of values shared by several files. */

/** A calendar day, `2026-11-20`. */
export const day = z.string().refine(
  (value) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
    const date = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  },
  { message: 'expected a day such as 2026-11-20' },
)

export const languageCode = z.string().regex(/^[a-z]{2}$/, 'expected a language code such as `en`')

export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const slugLength = 80

/** Windows device names, and `index`, which would be the category's page. */
export const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d|index)$/

/** The last path segment of an address, and so the longest file name. */
export const earlierSlug = z
  .string()
  .max(200)
  .regex(slugPattern, 'expected lower-case words joined by hyphens')
  .refine((name) => !reservedNames.test(name), { message: 'expected a name that is not reserved' })

/** `<category>/<slug>` */
export const solutionId = z
  .string()
  .regex(new RegExp(`^(${categories.join('|')})/[a-z0-9]+(-[a-z0-9]+)*$`), 'expected <category>/<slug>')
  .refine((value) => earlierSlug.safeParse(value.slice(value.indexOf('/') + 1)).success, {
    message: 'expected a slug that is not reserved, of at most 200 characters',
  })

/**
 * Why an address may not be published, or undefined. `z.url()` alone accepts `javascript:alert(1)`; this checks the
 * parsed protocol and host. Plain http is allowed for loopback only.
 */
export function addressProblem(address: string): string | undefined {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return 'is not an absolute address'
  }
  const local = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]'
  if (url.protocol === 'http:' && local) return undefined
  if (url.protocol !== 'https:') return `uses \`${url.protocol}\``
  if (url.username !== '' || url.password !== '') return 'holds a user name or password'
  if (!/^[a-z0-9.-]+$/.test(url.hostname) || !url.hostname.includes('.')) return 'has no plain host name'
  if (url.hostname.split('.').some((part) => part.startsWith('xn--')))
    return 'has an internationalised host name'
  if (/^[0-9.]+$/.test(url.hostname)) return 'names a machine by number'
  return undefined
}

/** An https address on a named host. */
export const httpsUrl = z
  .string()
  .refine((value) => addressProblem(value) === undefined && value.startsWith('https://'), {
    message: 'expected an https address on a named host',
  })
