import type { Definition, Link, Nodes } from 'mdast'
import { toString as textOf } from 'mdast-util-to-string'
import { placeOf, sourceTarget } from '../model/document.ts'
import { addressProblem } from '../model/fields.ts'
import { decoded } from '../model/text.ts'
import { is, pattern } from './data.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { urlsOf } from './read-page.ts'
import { type Checks, onPage, type RuleReport } from './rule.ts'

const unusedHint = 'Remove it, or use it in a link.'

/** An address in the query of another, and whether a program is behind an address. */
function unfolded(url: string): { inner: string | undefined; program: boolean } {
  const place = placeOn(url)
  const path = place.replace(/[?#].*/, '')
  const rest = decoded(url).replace(/^https?:\/\//i, '')
  const onward = /[?#]/.test(rest) ? rest.slice(rest.search(/[?#]/)) : is('forwarding', rest) ? rest : ''
  const inner = /(?:https?:)?\/\/[^\s/&]+\.[^\s&]+/i.exec(onward)?.[0]
  return {
    inner,
    program: (is('programFile', path) && !/\/(?:blob|tree)\//.test(path)) || is('downloadPath', path),
  }
}

const placeOn = (url: string): string => url.replace(/^https?:\/\//i, '').replace(/^www\./, '')

const refuse = (report: RuleReport, node: Nodes, found: string, hint: string) =>
  report(placeOf(node), `Unexpected ${found}, expected a link whose text and address are seen`, hint)

function checkAddress(node: Link | Definition, url: string, path: string, report: RuleReport): void {
  if (/^#[^\s()]*$/.test(url) || sourceTarget(path, url)) return
  // GFM turns every `a@b.c` in prose into a mail link; it is published as text.
  if (node.type === 'link' && url.startsWith('mailto:')) return
  const problem = addressProblem(url) ?? fieldProblem(url)
  if (problem === undefined) return
  report(
    placeOf(node),
    `Unexpected address that ${problem}, expected https, or a relative path to a \`.md\` file of the catalog`,
    'Link the https address of the page itself, or put the text in inline code if it is not a link.',
  )
}

/** A placeholder in a URL sends the reader's data to its host once it is filled in and the link is followed. */
function fieldProblem(url: string): string | undefined {
  const text = decoded(url)
  if (hiddenCharacters(text).length > 0) return 'holds hidden characters'
  const query = /[?&][^#]*/.exec(text)?.[0] ?? ''
  return is('fieldInAddress', text) || is('fieldInQuery', query)
    ? 'holds a field for the reader to fill in'
    : undefined
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '')

function checkText(node: Nodes, url: string, report: RuleReport): void {
  const text = textOf(node).trim()
  if (text === '') {
    refuse(report, node, 'link without a text', 'Write a text that says where it leads, or remove the link.')
    return
  }
  const target = hostOf(url)
  if (target === '') return
  const shown = shownHost(text)
  if (shown === undefined || target === shown || target.endsWith(`.${shown}`) || shown.endsWith(`.${target}`))
    return
  if (is('projectHomes', target) && !/^https?:/i.test(text)) return
  refuse(
    report,
    node,
    `link that shows \`${shown}\` and leads to \`${target}\``,
    'Show the host that it leads to, or a text that names none.',
  )
}

/** The host that the text of a link shows. */
function shownHost(text: string): string | undefined {
  const address = /https?:\/\/([^\s/?#:"'<>]{1,253})/i.exec(text)?.[1]
  if (address !== undefined)
    return address
      .toLowerCase()
      .replace(/^www\./, '')
      .replace(/^.*@/, '')
  const host = pattern('hostText').exec(text)?.[1]
  if (
    host === undefined ||
    (is('fileEnding', host) && !/^www\./i.test(host) && !/\.(?:net|dev|app)$/i.test(host))
  )
    return undefined
  // `asp.net` and `Node.js` are names of products; hosts are written in lower case.
  if (host !== host.toLowerCase() || /^(?:asp|vb|ado|ml)\.net$/.test(host)) return undefined
  return host.replace(/^www\./, '')
}

export const linkChecks = {
  'link/address': onPage(({ parsed: { document }, nodes }, report) => {
    const used = new Set(nodes.flatMap((node) => (node.type === 'linkReference' ? node.identifier : [])))
    const targets = new Map<string, string>()
    for (const node of nodes.filter((node) => node.type === 'definition')) {
      if (used.has(node.identifier) && !targets.has(node.identifier))
        checkAddress(node, node.url, document.path, report)
      else refuse(report, node, 'link definition that is never used, so that no reader sees it', unusedHint)
      targets.set(node.identifier, targets.get(node.identifier) ?? node.url)
    }
    for (const node of nodes) {
      if (node.type === 'link') {
        checkAddress(node, node.url, document.path, report)
        checkText(node, node.url, report)
      } else if (node.type === 'linkReference') checkText(node, targets.get(node.identifier) ?? '', report)
    }
  }),

  /** What a link leads to is named by its address, and known. */
  'link/host': onPage((page, report) => {
    for (const { url, place } of urlsOf(page)) {
      if (!/^https?:/.test(url)) continue
      const { inner, program } = unfolded(url)
      const onward = `Unexpected address that redirects to \`${inner}\`, expected the page itself`
      const unknown = `Unexpected ${program ? 'source of a program' : 'host'} that is not approved: \`${hostOf(url)}\`, expected one of the approved hosts`
      if (inner !== undefined) report(place(), onward, 'Write the address that it leads to.')
      else if (!page.approved[program ? 'isHost' : 'isLink'](placeOn(url))) report(place(), unknown)
    }
  }),
} satisfies Checks
