import type { Page } from './catalog.ts'
import { compare, type Place, type Problem, type ProblemCode } from './problem.ts'
import { isRetired, type Solution } from './solution.ts'
import { didYouMean } from './text.ts'

type Kind = 'solutions' | 'guides'

/** What the catalog's addresses are, seen from all its pages. */
interface Addresses {
  /** Solutions by id and guides by name. */
  readonly pages: Readonly<Record<Kind, ReadonlyMap<string, Page>>>
  /** For each earlier address the page that answers for it. */
  readonly moved: Readonly<Record<Kind, ReadonlyMap<string, string>>>
}

/** Links that lead nowhere or to a page that has gone, aliases that can't be, successors that are none. */
export function addressProblems(pages: readonly Page[]): Problem[] {
  const sorted = [...pages].sort((a, b) => compare(a.path, b.path))
  const pagesOf = (kind: Kind) =>
    new Map(sorted.filter((page) => kindOf(page) === kind).map((page) => [idOf(page), page]))
  const known = { solutions: pagesOf('solutions'), guides: pagesOf('guides') }
  const moved = { solutions: new Map<string, string>(), guides: new Map<string, string>() }
  const aliases = [...badAliases(sorted, known, moved)]
  const addresses = { pages: known, moved }
  return [...aliases, ...badSuccessors(sorted, addresses), ...badLinks(sorted, addresses)]
}

const kindOf = (page: Page): Kind => (page.kind === 'solution' ? 'solutions' : 'guides')
const idOf = (page: Page): string => (page.kind === 'solution' ? page.solution.id : page.guide.name)

const problem = (
  code: ProblemCode,
  path: string,
  { line, column }: Place,
  message: string,
  hint: string,
  severity: Problem['severity'] = 'error',
): Problem => ({ code, severity, path, line, column, message, hint })

/** Each takes two lines of `_redirects`, and Cloudflare reads 2,000 of those that hold no pattern. */
export const mostRedirected = 1000

/** Fills `moved` with the aliases that hold. */
function* badAliases(
  pages: readonly Page[],
  known: Addresses['pages'],
  moved: Record<Kind, Map<string, string>>,
): Iterable<Problem> {
  for (const page of pages) {
    const kind = kindOf(page)
    const own = idOf(page)
    const { aliases = [] } = page.kind === 'solution' ? page.solution : page.guide
    for (const [index, alias] of aliases.entries()) {
      const other = moved[kind].get(alias)
      if (known[kind].has(alias) || other !== undefined) {
        const by =
          alias === own || other === own
            ? 'this page has it already'
            : other === undefined
              ? `${kind}/${alias}.md is a page`
              : `${kind}/${other}.md claims it too`
        yield problem(
          'address/alias',
          page.path,
          page.aliasPlaces[index] ?? { line: 1, column: 1 },
          `Unexpected alias \`${alias}\`, expected an address that no page has: ${by}`,
          alias === own || other === own
            ? 'Remove it.'
            : 'An address leads to one page: remove the alias here or there.',
        )
        continue
      }
      moved[kind].set(alias, own)
      if (moved.solutions.size + moved.guides.size !== mostRedirected + 1) continue
      yield problem(
        'address/redirects',
        page.path,
        page.aliasPlaces[index] ?? { line: 1, column: 1 },
        `Unexpected alias number ${mostRedirected + 1}, expected at most ${mostRedirected}: Cloudflare reads no more than 2,000 lines of \`_redirects\``,
        'Nothing breaks: the pages at the old addresses lead on by themselves. Elsewhere there is no such limit.',
        'warning',
      )
    }
  }
}

/** `superseded_by` leads straight to a page that holds. */
function* badSuccessors(pages: readonly Page[], addresses: Addresses): Iterable<Problem> {
  for (const page of pages) {
    if (page.kind !== 'solution' || page.solution.superseded_by === undefined) continue
    const found = wrongSuccessor(page.solution, page.solution.superseded_by, addresses)
    if (found === undefined) continue
    yield problem('address/successor', page.path, page.successorPlace, ...found)
  }
}

function wrongSuccessor(
  { id }: Solution,
  successor: string,
  { pages, moved }: Addresses,
): [message: string, hint: string] | undefined {
  const expected = (why: string) =>
    `Unexpected successor \`${successor}\`, expected a page that is in force: ${why}`
  const solutionAt = (at: string): Solution | undefined => {
    const page = pages.solutions.get(at)
    return page?.kind === 'solution' ? page.solution : undefined
  }
  const target = solutionAt(successor)
  const now = moved.solutions.get(successor)
  if (target === undefined && now !== undefined)
    return [expected('it has moved'), `Write \`superseded_by: ${now}\`.`]
  if (target === undefined) {
    const meant = didYouMean(successor, [...pages.solutions.keys()])
    return [expected(`there is none of this name${meant}`), 'Write the `<category>/<slug>` of the page.']
  }
  if (!isRetired(target)) return undefined
  const seen = new Set([id])
  let last: Solution = target
  while (last.superseded_by !== undefined && !seen.has(last.id)) {
    seen.add(last.id)
    const next = solutionAt(last.superseded_by)
    if (next === undefined) break
    last = next
  }
  if (seen.has(last.id))
    return [
      expected('the chain comes back to where it started'),
      'One page of the circle has to be in force.',
    ]
  return isRetired(last)
    ? [expected('it is withdrawn itself'), 'Name a page that holds, or write `withdrawn` and why.']
    : [expected('it is superseded itself'), `Write \`superseded_by: ${last.id}\`.`]
}

/** A link to an old address still arrives, so it is a warning; a retired page is left as it was. */
function* badLinks(pages: readonly Page[], { pages: known, moved }: Addresses): Iterable<Problem> {
  for (const page of pages) {
    const settled = page.kind === 'solution' && isRetired(page.solution)
    for (const { kind, id, line, column } of page.links) {
      const target = known[kind].get(id)
      const at = { line, column }
      const link = `Unexpected link to \`${kind}/${id}.md\``
      if (target === undefined && !moved[kind].has(id)) {
        yield problem(
          'link/target',
          page.path,
          at,
          `${link}, expected a file of the catalog`,
          'Correct the relative path, or remove the link.',
        )
        continue
      }
      const { withdrawn, superseded_by } = target?.kind === 'solution' ? target.solution : {}
      const now = moved[kind].get(id) ?? superseded_by
      if (settled) continue
      if (now !== undefined)
        yield problem(
          'link/moved',
          page.path,
          at,
          `${link}, expected \`${kind}/${now}.md\`, which took its place`,
          `Link \`${kind}/${now}.md\`.`,
          'warning',
        )
      else if (withdrawn !== undefined)
        yield problem(
          'link/withdrawn',
          page.path,
          at,
          `${link}, expected a page that holds: it was withdrawn, because ${withdrawn}`,
          'Remove the link, or link what holds instead.',
          'warning',
        )
    }
  }
}
