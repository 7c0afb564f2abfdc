import * as z from 'zod'

/**
 * Why an address may not be published, or undefined when it may. `z.url()` alone accepts `javascript:alert(1)`;
 * this looks at the parsed protocol and host. Plain http is for this machine only.
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
