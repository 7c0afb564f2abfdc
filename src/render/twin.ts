import type { Definition, Link, Nodes } from 'mdast'
import { nodesOf } from '../model/document.ts'
import { isQuotedAttack } from '../model/executed-page.ts'
import type { Guide } from '../model/guide.ts'
import type { Labels } from '../model/labels.ts'
import { absolute, type PagePath, type Site, sitePath, solutionPath } from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { type Measured, rangesOf } from '../model/sweep.ts'
import type { UnaidedAnswers } from '../model/unaided-file.ts'
import type { Verified } from '../model/verification.ts'
import { publicAddress, type RenderContext } from './markdown.ts'

/**
 * The author's own Markdown between two offsets, with absolute links and without link titles, which no reader of
 * the page sees, and with `…` for each quoted attack.
 */
export function sectionTwin(
  text: string,
  start: number,
  end: number,
  nodes: readonly Nodes[],
  context: Pick<RenderContext, 'site' | 'path'>,
): string {
  let markdown = ''
  let at = start
  for (const node of nodes.flatMap((node) => nodesOf(node))) {
    const from = node.position?.start.offset ?? 0
    const to = node.position?.end.offset ?? 0
    const replacement =
      node.type === 'link' || node.type === 'definition'
        ? withAddress(node, from)
        : isQuotedAttack(node)
          ? emptied(text.slice(from, to))
          : undefined
    if (replacement === undefined) continue
    markdown += text.slice(at, from) + replacement
    at = to
  }
  return (markdown + text.slice(at, end)).trim()

  /** A definition or `[text](address)`; undefined for an autolink, which stays as it is. */
  function withAddress(node: Link | Definition, from: number): string | undefined {
    const published = publicAddress(node.url, context)
    const address = bracketed(published.startsWith('/') ? absolute(context.site, published) : published)
    if (node.type === 'definition') return `[${node.label ?? node.identifier}]: ${address}`
    const first = node.children[0]?.position?.start.offset
    const last = node.children.at(-1)?.position?.end.offset
    if (text[from] !== '[' || first === undefined) return undefined
    return `[${text.slice(first, last)}](${address})`
  }
}

/** A fence with `…` between its first and last line. */
function emptied(fence: string): string {
  const lines = fence.split('\n')
  const last = lines.at(-1) ?? ''
  return [lines[0], last.replace(/\S.*/, '…'), last].join('\n')
}

/** Spaces and parentheses would end the address early. */
const bracketed = (address: string): string => (/[\s()<>]/.test(address) ? `<${address}>` : address)

type TwinSite = Pick<Site, 'site' | 'base_url' | 'title'>

/** The Markdown twin of a solution page; `url` is its canonical address, `notices` come first. */
export function solutionTwin(
  page: Solution,
  site: TwinSite,
  url: string,
  notices: readonly Notice[] = [],
): string {
  const { lang, translation_of, affects, verified } = page
  const messages = unshownMessages(page)
  const body = [
    ...notices.map((notice) => noticeTwin(notice, site)),
    ...page.sections.map(({ heading, markdown }) => `## ${heading}\n\n${markdown}`),
  ].join('\n\n')
  const data = {
    title: page.title,
    category: page.category,
    url,
    source: page.source,
    references: page.references,
    updated: page.reviewed,
    lang: lang === 'en' ? undefined : lang,
    translation_of: translation_of && absolute(site, solutionPath(site, translation_of)),
    affects: affects?.map(affected).join('; '),
    codes: page.codes.join(', ') || undefined,
    other_messages: messages.length > 0 ? messages : undefined,
    upstream: page.upstream ?? (affects?.some(({ fixed }) => fixed) ? 'fixed' : undefined),
    evidence: page.evidence,
    retry: page.retry,
    verified: verified && ran(verified),
    measured: verified?.measured.flatMap(measuredIn).join('; ') || undefined,
    unaided: page.unaided?.map(answered).join('; '),
  }
  return twin(data, site, body)
}

/**
 * Messages that Symptom does not show. Authors list every known wording for the matcher and show one or two; the others
 * are listed so that search engines and readers find them too.
 */
export function unshownMessages({ errors = [], symptomText }: Solution): string[] {
  const shown = flat(symptomText)
  return errors.filter((message) => !message.split('…').every((part) => shown.includes(flat(part))))
}

/** Case, quotes and escapes differ between a message and its quotation. */
const flat = (text: string): string => text.toLowerCase().replace(/[\s"'`\\’‘“”]+/g, '')

function noticeTwin({ lead, text, link }: Notice, site: TwinSite): string {
  const rest = link ? twinLink(link.title, absolute(site, link.path)) : plainMarkdown(text ?? '')
  return `> **${lead}** ${rest}`
}

/** Escapes plain text for Markdown. */
export const plainMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>|~]/g, '\\$&')

function ran({ date, versions, standIn, ownServer, messages, parts }: Verified): string {
  const against = standIn ? ', against a local stand-in' : ownServer ? ', against a server of the page' : ''
  const steps = parts.slice(1).join(', ')
  const shown = messages ? `; ${messages.shown} of ${messages.total} messages reproduced` : ''
  return `${date} with ${versions.join(', ')}${against}${shown}${messages && steps ? `, ${steps} ran` : ''}`
}

/** `zod: seen in 4.1.0–4.3.6, not in 4.4.0 (versions run: 5)` */
function measuredIn(measured: Measured): string[] {
  const { seen, gone, count } = rangesOf(measured)
  const notIn = gone === '' ? '' : `, not in ${gone}`
  return seen === '' ? [] : [`${measured.name}: seen in ${seen}${notIn} (versions run: ${count})`]
}

/** `Zod >=4 <4.4 (fixed in 4.4.0)` */
const affected = ({ product, versions, fixed }: NonNullable<Solution['affects']>[number]): string =>
  `${product}${versions ? ` ${versions}` : ''}${fixed ? ` (fixed in ${fixed})` : ''}`

const answered = ({ model, date, asked, right, partly }: UnaidedAnswers): string =>
  `${model} right ${right} of ${asked}${partly > 0 ? `, partly ${partly}` : ''} (${date.slice(0, 7)})`

/** The Markdown twin of a guide. */
export const guideTwin = (
  { title, summary, reviewed, markdown }: Guide,
  site: TwinSite,
  url: string,
): string => twin({ title, url, updated: reviewed }, site, `${summary}\n\n${markdown}`)

/** What every twin has: frontmatter, a link to the catalog, the title, the body. */
export function twin(
  data: { title: string; [key: string]: string | readonly string[] | undefined },
  site: TwinSite,
  body: string,
): string {
  const lines = Object.entries(data).flatMap(([key, value]) =>
    value === undefined ? [] : `${key}: ${yamlValue(key, value)}`,
  )
  return `---\n${lines.join('\n')}\n---\n\n> ${site.title}: ${absolute(site, sitePath(site, 'llms.txt'))}\n\n# ${data.title}\n\n${body}\n`
}

/** JSON is also YAML; the title is always a JSON string. */
const yamlValue = (key: string, value: string | readonly string[]): string =>
  key === 'title' || typeof value !== 'string' || /^[^\p{L}\p{N}]|: | #/u.test(value)
    ? JSON.stringify(value)
    : value

/** A Markdown link whose text is a title. */
export const twinLink = (title: string, url: string): string => `[${title.replace(/[[\]]/g, '\\$&')}](${url})`

/** An item of a list of pages, as llms.txt has it. */
export const listLine = ({ title, url, note }: { title: string; url: string; note: string }): string =>
  `- ${twinLink(title, url)}${note === '' ? '' : `: ${note}`}`

/** The first paragraph of a page that is no longer in force. */
export interface Notice {
  readonly lead: string
  readonly text?: string
  readonly link?: { readonly title: string; readonly lang: string; readonly path: PagePath }
}

/** Why a page is no longer in force, and which page replaced it. */
export function noticesFor(
  { withdrawn, superseded_by, lang }: Solution,
  successor: Solution | undefined,
  { page }: Labels,
  site: Site,
): Notice[] {
  const notices: Notice[] = withdrawn === undefined ? [] : [{ lead: page.withdrawn, text: withdrawn }]
  if (superseded_by === undefined) return notices
  // In a preview the page may not exist yet.
  const target = successor ?? { title: superseded_by, lang }
  const link = { title: target.title, lang: target.lang, path: solutionPath(site, superseded_by) }
  return [...notices, { lead: page.superseded, link }]
}
