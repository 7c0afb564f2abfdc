import { collapse } from '../model/text.ts'
import type { Branch, MatchEntry } from './catalog-files.ts'
import type { Match } from './match.ts'

/* What the command, hooks and the MCP server say of a match. */

/** The part of the page that the wording which matched leads to. */
const branchOf = ({ see, errors, signs }: MatchEntry, matched: string): Branch | undefined =>
  Array.isArray(see) ? see.find(({ of }) => of.includes([...errors, ...signs].indexOf(matched))) : undefined

/** `fixed in zod 4.4.0`, else the upstream state; undefined if nothing is known. */
const upstreamText = ({ fixed, upstream }: MatchEntry): string | undefined =>
  fixed === undefined
    ? upstream
    : `fixed in ${Object.entries(fixed)
        .map((product) => product.join(' '))
        .join(', ')}`

/** A match as data, for programs; what is not known is undefined. */
export function matchData({ entry, confidence, matched, score: exactScore, outside, origin }: Match) {
  const { id, title, versions, upstream, fixed, evidence, retry, is_retriable, known } = entry
  const branch = branchOf(entry, matched)
  const see = branch && { at: branch.at, says: branch.says }
  const score = Math.round(exactScore * 100) / 100
  const facts = { versions, upstream, fixed, evidence, retry, is_retriable, known }
  return { id, catalog: origin, title, confidence, matched, score, see, outside, ...facts }
}

/** The head of an answer, a line for each fact that is known; `tested` goes on about the evidence. */
export function answerHead(match: Match, address: string, tested = ''): string {
  const { entry, confidence, matched, outside } = match
  const branch = branchOf(entry, matched)
  const facts = [
    [confidence === 'exact' ? 'Exact match' : 'Likely match', entry.title],
    ['Matched', matched],
    ['Version', outside && `${outside}; the fix may not apply`],
    ['Upstream', upstreamText(entry)],
    ['Evidence', (entry.evidence ?? 'not stated') + tested],
    ['Page', pageOf(match, address) + (branch ? `#${branch.at}` : '')],
    ['See', branch?.says],
  ]
  return facts.flatMap(([name, fact]) => (fact ? `${name}: ${collapse(fact)}\n` : [])).join('')
}

/** Address of a match's page as Markdown, in its own catalog or the one at `address`. */
export const pageOf = ({ entry, origin }: Match, address: string): string =>
  `${origin ?? address}/solutions/${entry.id}.md`
