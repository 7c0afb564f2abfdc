import { readAddress } from './address.ts'
import { type FindingCode, quote } from './finding.ts'
import { attribute, type Element, tag, textOf } from './html-tree.ts'
import type { Place } from './read-page.ts'
import type { Subject } from './subject.ts'

const outwardRel = ['nofollow', 'noopener', 'noreferrer']

/** `href` and `action`: an address that may be published, that leads somewhere, and that can be seen. */
export function proveLink(element: Element, { path }: Place, subject: Subject): void {
  const href = attribute(element, 'href') ?? attribute(element, 'action')
  if (href === undefined) {
    if (element.tagName === 'a')
      subject.report('link/address', path, `Unexpected ${tag(element)} without an address, expected a link`)
    return
  }
  if (element.tagName === 'form' || (element.tagName === 'link' && fetchesNow(element))) {
    provePageAddress(subject, href, path, element.tagName === 'form' ? 'link/address' : 'html/remote')
    return
  }
  const address = readAddress(href, subject.baseUrl)
  if (address.kind === 'refused') subject.report('link/address', path, address.why)
  if (address.kind === 'site') proveSitePath(subject, address, path, href)
  if (element.tagName !== 'a') return
  if (address.kind === 'elsewhere') proveOutward(element, path, subject)
  proveLinkText(element, href, path, subject)
}

/** The page and its twin are named, everything else that `<link>` can mean is loaded with the page. */
function fetchesNow(element: Element): boolean {
  const rel = attribute(element, 'rel')
  return rel !== 'canonical' && rel !== 'alternate'
}

/** An address that must be one of this site: a subresource, the target of a form. */
export function provePageAddress(subject: Subject, address: string, from: string, code: FindingCode): void {
  const found = readAddress(address, subject.baseUrl)
  if (found.kind === 'site' && address.startsWith('/')) proveSitePath(subject, found, from, address)
  else
    subject.report(
      code,
      from,
      `Unexpected address ${quote(address)}, expected a root-absolute one of this site`,
    )
}

interface SitePath {
  readonly path: string
  readonly fragment: string
}

function proveSitePath(subject: Subject, { path, fragment }: SitePath, from: string, address: string): void {
  if (path !== '' && !subject.targets.has(path)) {
    subject.report(
      'link/target',
      from,
      `Unexpected link to ${quote(address)}, expected an address that the folder answers`,
    )
    return
  }
  if (fragment !== '') subject.fragments.push({ from, page: path || from, id: fragment })
}

/** A link out of the site hands on no rank, no window and no address. */
function proveOutward(element: Element, path: string, { report }: Subject): void {
  const words = attribute(element, 'rel')?.split(' ') ?? []
  if (outwardRel.every((word) => words.includes(word))) return
  report('link/rel', path, `Unexpected ${tag(element)}, expected rel="${outwardRel.join(' ')}"`)
}

/** A link can be seen, and text that reads as an address names the host that the link leads to. */
function proveLinkText(element: Element, href: string, path: string, { report }: Subject): void {
  const text = textOf(element).trim()
  if (text === '')
    report('html/hidden', path, `Unexpected ${tag(element)} without text, expected a link that can be seen`)
  if (!/^https?:\/\//.test(text) || !URL.canParse(href)) return
  const shown = URL.canParse(text) ? new URL(text).host : ''
  if (shown === new URL(href).host) return
  report(
    'link/text',
    path,
    `Unexpected text ${quote(text)} of a link to ${quote(href)}, expected the same host`,
  )
}
