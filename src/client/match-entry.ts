import { isNamed, leadOf } from '../model/branches.ts'
import type { Solution } from '../model/solution.ts'
import { cut, excerpt } from '../model/text.ts'
import { unaidedRate } from '../model/unaided.ts'
import { type Branch, type MatchEntry, sectionsOf } from './catalog-files.ts'

type Matchable = Pick<
  Solution,
  'id' | 'title' | 'errors' | 'signs' | 'codes' | 'affects' | 'evidence' | 'retry' | 'unaided' | 'upstream'
> &
  Partial<Pick<Solution, 'sections' | 'lang' | 'see' | 'translations'>>

/** What `match.json` has of a solution. */
export function matchEntry(solution: Matchable): MatchEntry {
  const { id, title, errors, signs, codes, affects = [], unaided, sections } = solution
  const known = unaidedRate(unaided)
  const symptoms = listItems(sections?.find(({ kind }) => kind === 'symptom')?.markdown ?? '')
  const see = branchesOf(solution)
  const ranges = affects.flatMap(({ product, versions }) => (versions ? [[product, versions] as const] : []))
  return {
    id,
    title,
    errors: errors ?? [],
    signs: signs ?? [],
    ...(symptoms.length > 0 ? { symptoms } : {}),
    codes,
    products: affects.map(({ product }) => product),
    ...(ranges.length > 0 ? { versions: Object.fromEntries(ranges) } : {}),
    ...factsOf(solution),
    ...(see.length > 0 ? { see } : {}),
    ...(known === undefined ? {} : { known }),
  }
}

function branchesOf({ see = {}, errors = [], signs = [], sections = [] }: Matchable): Branch[] {
  const wordings = [...errors, ...signs]
  const headings = sections.flatMap((section) => {
    const bodies = sectionsOf(section.markdown, '### ')
    const lines = [...section.markdown.matchAll(/^### (.+)$/gm)].map(([, line = '']) => line)
    return section.headings.map(({ id, text }, index) => {
      const line = lines.find((written) => written.replaceAll('`', '') === text) ?? ''
      const quotes = [...line.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote)
      return { id, text, quotes, body: bodies[index] ?? '' }
    })
  })
  const leads = wordings.map((wording) => leadOf(wording, { see, wordings, headings }))
  const named = Object.keys(see).flatMap((name) => headings.find(({ text }) => isNamed(text, name)) ?? [])
  return [...new Set([...named, ...headings])].flatMap((heading) => {
    const of = [...leads.keys()].filter((index) => leads[index] === heading)
    if (of.length === 0) return []
    const [first = ''] = heading.body.split(/\n\n|\n(?=[-*] |\d+\. )/)
    const paragraph = first.replace(/^(?:[-*]|\d+\.) /, '').replaceAll('\n', ' ')
    // A table or code is no sentence.
    const sentence = /^[|`~#>]/.test(paragraph) ? '' : excerpt(cut(paragraph, 300))
    return [{ at: heading.id, says: sentence === '' ? heading.text : `${heading.text}. ${sentence}`, of }]
  })
}

/** On what a page rests, where the error is gone, whether the call may be tried again, and in which languages it is. */
export function factsOf({
  evidence,
  retry,
  affects = [],
  lang = 'en',
  translations,
  upstream,
}: Pick<Solution, 'evidence' | 'retry' | 'affects' | 'translations' | 'upstream'> & {
  readonly lang?: string
}) {
  const fixed = affects.flatMap(({ product, fixed }) => (fixed ? [[product, fixed] as const] : []))
  return {
    ...(fixed.length > 0 && { upstream: 'fixed', fixed: Object.fromEntries(fixed) }),
    ...(upstream && { upstream }),
    ...(evidence !== undefined && { evidence }),
    ...(retry !== undefined && { retry, is_retriable: retry === 'backoff' }),
    ...(lang !== 'en' && { lang }),
    ...(translations && { translations }),
  }
}

/** The items of lists, the first line of each. */
const listItems = (markdown: string): string[] =>
  [...markdown.matchAll(/^[-*] (.+)$/gm)].flatMap(([, item]) => item ?? [])
