import { addressProblem } from '../model/fields.ts'
import type { Families } from './families.ts'
import { quote } from './finding.ts'
import type { Subject } from './subject.ts'

/** Where an address leads, seen from a page of the site. */
export type Address =
  | { readonly kind: 'site'; readonly path: string; readonly fragment: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'refused'; readonly why: string }

/** `path` is empty for an address on the same page. Anything but https, this site and this machine is refused. */
export function readAddress(address: string, baseUrl: string): Address {
  const refused = (why: string): Address => ({
    kind: 'refused',
    why: `Unexpected address ${quote(address)}: ${why}`,
  })
  if (/[\s\\<>"]/.test(address)) return refused('it holds white space, a backslash or a bracket')
  if (address.startsWith('//')) return refused('it has no scheme')
  if (address.startsWith('#')) return { kind: 'site', path: '', fragment: decodeFragment(address.slice(1)) }
  const rest = address.startsWith('/') ? address : belowOrigin(address, baseUrl)
  if (rest !== undefined) {
    const [beforeFragment = '', fragment = ''] = rest.split(/#(.*)/s)
    return { kind: 'site', path: beforeFragment.split('?')[0] ?? '', fragment: decodeFragment(fragment) }
  }
  const problem = addressProblem(address)
  return problem === undefined ? { kind: 'elsewhere' } : refused(`it ${problem}`)
}

function belowOrigin(address: string, baseUrl: string): string | undefined {
  return address === baseUrl || address.startsWith(`${baseUrl}/`)
    ? address.slice(baseUrl.length) || '/'
    : undefined
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/**
 * Every root-absolute address that the folder answers. Pages by their address alone: `.html` and a slash at the end
 * are forms that hosts redirect, and no link should lead there.
 */
export function answered({ pages, others }: Families): Set<string> {
  const files = others.filter((path) => !path.endsWith('.html')).map((path) => `/${path}`)
  return new Set([
    ...files,
    ...[...pages.values()].flatMap(({ address, markdown, twin }) => [address, `/${markdown}`, `/${twin}`]),
  ])
}

/** Reports an address of a machine-read file that leads nowhere; one that leaves the site is not this function's concern. */
export function proveTarget(subject: Subject, address: string, from: string): void {
  const { baseUrl, targets, report } = subject
  const found = readAddress(address, baseUrl)
  if (found.kind === 'site' && !targets.has(found.path)) {
    report('link/target', from, `Unexpected address ${quote(address)}, expected one that the folder answers`)
  }
  if (found.kind === 'site' && found.fragment !== '')
    subject.fragments.push({ from, page: found.path, id: found.fragment })
}

/** Absolute addresses of the site in running text: twins, llms.txt, the skill. */
export function proveTextAddresses(subject: Subject, text: string, from: string): void {
  for (const match of text.matchAll(subject.ownAddress)) {
    // `<base>/solutions/<category>` shows a form and is no address.
    if (/^[<{$*…]/.test(text.slice(match.index + match[0].length))) continue
    proveTarget(subject, match[0].replace(/(?<![.,;:!?])[.,;:!?]+$/, ''), from)
  }
}
