import * as z from 'zod'
import { categories } from './vocabulary.ts'

/* Schemas of values shared by several files. */

/** A calendar day, `2026-11-20`. */
export const day = z.iso.date('expected a day such as 2026-11-20')

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
  .refine((name) => !reservedNames.test(name), 'expected a name that is not reserved')

/** `<category>/<slug>` */
export const solutionId = z
  .string()
  .regex(new RegExp(`^(${categories.join('|')})/[a-z0-9]+(-[a-z0-9]+)*$`), 'expected <category>/<slug>')
  .refine(
    (value) => earlierSlug.safeParse(value.slice(value.indexOf('/') + 1)).success,
    'expected a slug that is not reserved, of at most 200 characters',
  )

/**
 * Why an address may not be published, or undefined. `z.url()` alone accepts `javascript:alert(1)`; this checks the
 * parsed protocol and host. Plain http is allowed for loopback only.
 */
export function addressProblem(address: string): string | undefined {
  if (!URL.canParse(address)) return 'is not an absolute address'
  const { protocol, hostname, username, password } = new URL(address)
  if (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return undefined
  if (protocol !== 'https:') return `uses \`${protocol}\``
  if (username !== '' || password !== '') return 'holds a user name or password'
  if (!/^[a-z0-9.-]+$/.test(hostname) || !hostname.includes('.')) return 'has no plain host name'
  if (/^xn--|\.xn--/.test(hostname)) return 'has an internationalised host name'
  return /^[0-9.]+$/.test(hostname) ? 'names a machine by number' : undefined
}

/** An https address on a named host. */
export const httpsUrl = z
  .string()
  .refine(
    (value) => addressProblem(value) === undefined && value.startsWith('https://'),
    'expected an https address on a named host',
  )
