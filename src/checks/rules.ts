import type { Page } from '../model/catalog.ts'
import type { CompileSettings } from '../model/compile-settings.ts'
import type { Parsed, SourceFile } from '../model/document.ts'
import { labelsFor } from '../model/labels.ts'
import {
  compare,
  type Place,
  type Problem,
  type ProblemCode,
  problemCodes,
  type Report,
  reportInto,
  severityOf,
} from '../model/problem.ts'
import { exceptionsFile, type LintException } from '../model/site.ts'
import { cut, fixLength } from '../model/text.ts'
import { addressChecks } from './addresses.ts'
import { approvedBy } from './approved.ts'
import { catalogChecks } from './catalog.ts'
import { addressesOf, type CatalogView } from './catalog-view.ts'
import { codeChecks } from './code.ts'
import { commandChecks } from './command-rules.ts'
import { indexSnippet, readSnippets } from './command-snippets.ts'
import { ruleTexts } from './data.ts'
import { hiddenCharacter } from './hidden-characters.ts'
import { injection } from './injection.ts'
import { linkChecks } from './links.ts'
import { lookAlike } from './look-alikes.ts'
import { markdownChecks } from './markdown.ts'
import { matchingChecks } from './matching.ts'
import { qualityChecks } from './quality.ts'
import { readPage } from './read-page.ts'
import type { Check, Rule, RuleReport, Stage } from './rule.ts'
import { secret } from './secret.ts'
import { wordingChecks } from './wording.ts'

/** Reported where files are read and parsed and pages are compared with what ran: nothing else can report these. */
type ParserCode =
  | `file/${string}`
  | `frontmatter/${string}`
  | `section/${string}`
  | 'evidence/not-run'
  | 'evidence/versions'
  | 'exception/unused'
  | 'site/config'

/** The check of every code that no parser reports. */
const checks: Readonly<Record<Exclude<ProblemCode, ParserCode>, Check>> = {
  ...markdownChecks,
  ...linkChecks,
  ...codeChecks,
  ...qualityChecks,
  ...wordingChecks,
  ...commandChecks,
  ...addressChecks,
  ...catalogChecks,
  ...matchingChecks,
  'text/hidden-character': hiddenCharacter,
  'text/instructions': injection,
  'text/look-alike': lookAlike,
  'text/secret': secret,
}

let all: readonly Rule[] | undefined

/** Every rule there is, sorted by code. */
export function rules(): readonly Rule[] {
  all ??= [...problemCodes].sort(compare).map((code) => ({
    ...(checks as Partial<Record<ProblemCode, Check>>)[code],
    ...ruleTexts()[code],
    code,
    severity: severityOf(code),
  }))
  return all
}

/** Runs the rules that need no tree, so that a file that can't be parsed is checked too. */
export function checkText(source: SourceFile, report: Report, list = rules()): void {
  for (const rule of list) rule.checkText?.(source, withCode(rule, report))
}

/** Runs the rules on one page of a catalog. */
export function checkPage(
  parsed: Parsed,
  site: Pick<CompileSettings, 'labels' | 'approved'>,
  report: Report,
  list = rules(),
): void {
  const labels = labelsFor(site, parsed.lang)
  const reading = readPage(parsed, labels)
  const snippets = readSnippets(reading)
  const page = { parsed, labels, approved: approvedBy(site.approved), snippets, ...reading }
  for (const rule of list) rule.checkPage?.(page, withCode(rule, report))
}

/** Runs the rules on what the index will hold of a fix, which starts at a place. */
export function checkEntry(fixText: string, place: Place, report: Report, list = rules()): void {
  const fix = indexSnippet(cut(fixText, fixLength), place)
  const rest = fixText.slice(fix.text.length)
  for (const rule of list) rule.checkEntry?.(fix, rest, withCode(rule, report))
}

/** Runs the rules that need all pages, as far as they belong to one of the stages. */
export function checkCatalog(
  pages: readonly Page[],
  { coverage, unaided, today, published }: Partial<Omit<CatalogView, 'pages' | 'addresses'>>,
  stages: readonly Stage[],
  list = rules(),
): Problem[] {
  const catalog: CatalogView = {
    pages,
    addresses: addressesOf(pages),
    coverage: coverage ?? [],
    unaided: unaided ?? {},
    today,
    ...(published && { published }),
  }
  const problems: Problem[] = []
  for (const rule of list)
    if (stages.includes(rule.stage)) rule.checkCatalog?.(catalog, reportFor(rule.code, problems))
  return problems
}

/** For each file a report that fills `problems` with those of one rule. */
export const reportFor = (code: ProblemCode, problems: Problem[]) => (path: string) =>
  withCode({ code, ...ruleTexts()[code] }, reportInto(problems, path))

const withCode =
  ({ code, hint: ownHint }: Pick<Rule, 'code' | 'hint'>, report: Report): RuleReport =>
  (place, message, hint = ownHint) =>
    report(code, place, message, hint)

/** Takes out the problems that an exception names; `used` are the exceptions that were needed. */
export function except(
  problems: readonly Problem[],
  exceptions: readonly LintException[],
): { problems: Problem[]; used: LintException[] } {
  if (exceptions.length === 0) return { problems: [...problems], used: [] }
  const matches = (problem: Problem) =>
    exceptions.filter(({ path, code }) => path === problem.path && code === problem.code)
  const excepted = problems.map((problem) => ({ problem, by: matches(problem) }))
  return {
    problems: excepted.filter(({ by }) => by.length === 0).map(({ problem }) => problem),
    used: [...new Set(excepted.flatMap(({ by }) => by))],
  }
}

export function unusedExceptions(
  exceptions: readonly LintException[],
  used: readonly Pick<LintException, 'line'>[],
): Problem[] {
  const lines = new Set(used.map(({ line }) => line))
  return exceptions
    .filter(({ line }) => !lines.has(line))
    .map(({ path, code, line }) => ({
      code: 'exception/unused',
      severity: 'error',
      path: exceptionsFile,
      line,
      column: 1,
      message: `Unexpected exception for \`${code}\` in ${path}, expected one that is needed`,
      hint: 'Remove the entry: the file has no such problem.',
    }))
}
