import { addressProblem } from '../model/fields.ts'
import { quote } from './finding.ts'

/** Where an address leads, seen from a page of the site. */
export type Address =
  | { readonly kind: 'site'; readonly path: string; readonly fragment: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'refused'; readonly why: string }

/** `path` is empty for an address on the same page. Refuses anything but https, this site and this machine. */
export function readAddress(address: string, baseUrl: string): Address {
  const refused = (why: string): Address => ({ kind: 'refused', why: `Address ${quote(address)} ${why}` })
  if (/[\s\\<>"]/.test(address)) return refused('holds white space, a backslash or a bracket')
  if (address.startsWith('//')) return refused('has no scheme')
  if (address.startsWith('#')) return { kind: 'site', path: '', fragment: decodeFragment(address.slice(1)) }
  if (address.startsWith('/') || address === baseUrl || address.startsWith(`${baseUrl}/`)) {
    const rest = address.startsWith('/') ? address : address.slice(baseUrl.length) || '/'
    const [beforeFragment = '', fragment = ''] = rest.split(/#(.*)/s)
    return { kind: 'site', path: beforeFragment.split('?')[0] ?? '', fragment: decodeFragment(fragment) }
  }
  const problem = addressProblem(address)
  return problem === undefined ? { kind: 'elsewhere' } : refused(problem)
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
