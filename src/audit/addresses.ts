import { addressProblem } from '../model/fields.ts'
import type { IndexEntry } from '../model/json-files.ts'
import { quote, type Report } from './finding.ts'
import type { Families, Folder } from './folder.ts'

/** What the checks of single files know of the whole folder. */
export interface Catalog {
  readonly folder: Folder
  readonly site: string
  readonly baseUrl: string
  /** The index by address. */
  readonly entries: ReadonlyMap<string, IndexEntry>
  /** The pages of the folder by address. */
  readonly pages: Families['pages']
  /** Root-absolute addresses that the folder answers. */
  readonly targets: ReadonlySet<string>
  /** Matches absolute addresses of the site in text. */
  readonly ownAddress: RegExp
}

export function catalogOf(
  folder: Folder,
  families: Families,
  { baseUrl, entries }: Pick<Catalog, 'baseUrl' | 'entries'>,
): Catalog {
  const { site } = folder
  // Only below the site: `<base_url>/other` in a page's text may be anyone's server on this machine.
  const prefix = `${baseUrl}/${site}`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const rest = '(?![\\w-])(?:[./][\\w./~%+-]*)?(?:\\?[\\w=&%+-]*)?(?:#[\\p{L}\\p{M}\\p{N}_%-]+)?'
  const ownAddress = new RegExp(prefix + rest, 'gu')
  return { folder, site, baseUrl, entries, pages: families.pages, targets: answered(families), ownAddress }
}

/** Pages by their address alone: hosts redirect `.html` and a trailing slash, so no link should use them. */
function answered({ pages, others }: Families): Set<string> {
  const files = others.filter((path) => !path.endsWith('.html')).map((path) => `/${path}`)
  return new Set([
    ...files,
    ...[...pages.values()].flatMap(({ address, markdown, twin }) => [address, `/${markdown}`, `/${twin}`]),
  ])
}

/** A link to an address of the site. */
export interface Link {
  readonly from: string
  readonly address: string
  /** The address's path, or the file itself for a link to an id of the same page. */
  readonly path: string
  readonly fragment: string
}

/** Those of the addresses that are the site's own. */
export function siteLinks(addresses: readonly string[], from: string, { baseUrl }: Catalog): Link[] {
  return addresses.flatMap((address) => {
    const found = readAddress(address, baseUrl)
    return found.kind === 'site'
      ? [{ from, address, path: found.path || from, fragment: found.fragment }]
      : []
  })
}

/** Absolute addresses of the site in running text: twins, llms.txt, the skill. */
export function addressesIn(text: string, { ownAddress }: Catalog): string[] {
  return [...text.matchAll(ownAddress)].flatMap((match) => {
    // `<base>/solutions/<category>` shows a form and is not an address.
    const isForm = /^[<{$*…]/.test(text.slice(match.index + match[0].length))
    return isForm ? [] : [match[0].replace(/(?<![.,;:!?])[.,;:!?]+$/, '')]
  })
}

/** Every link leads to an address that the folder answers, and every fragment to an id of its page. */
export function checkLinks(
  links: readonly Link[],
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  { targets }: Catalog,
  report: Report,
): void {
  for (const { from, address, path, fragment } of links) {
    if (path !== from && !targets.has(path))
      report('link/target', from, `Unexpected link to ${quote(address)}, which the folder does not answer`)
    else if (fragment !== '' && ids.get(path)?.has(fragment) === false)
      report(
        'link/fragment',
        from,
        `Unexpected link to ${quote(`#${fragment}`)}, which is not an id of ${path}`,
      )
  }
}

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
