import type { Page } from '../model/catalog.ts'
import type { PageLabels } from '../model/compile-settings.ts'
import type { Parsed, SourceFile } from '../model/document.ts'
import { compare, type Problem, type Report, reportInto } from '../model/problem.ts'
import { addressRules } from './addresses.ts'
import { catalogRules } from './catalog.ts'
import { addressesOf, type CatalogView } from './catalog-view.ts'
import { codeRules } from './code.ts'
import { commandRules } from './command-rules.ts'
import { evidenceRules } from './evidence.ts'
import { exceptionUnused } from './exceptions.ts'
import { formatRules } from './format.ts'
import { hiddenCharactersRule } from './hidden-characters.ts'
import { injection } from './injection.ts'
import { language } from './language.ts'
import { linkAddress } from './links.ts'
import { lookAlike } from './look-alikes.ts'
import { markdownRules } from './markdown.ts'
import { matchingRules } from './matching.ts'
import { nearDuplicate } from './near-duplicates.ts'
import { publishedRules } from './published.ts'
import { qualityRules } from './quality.ts'
import { readPage } from './read-page.ts'
import type { EntryAtPlace, Rule, RuleReport, Stage } from './rule.ts'
import { secret } from './secret.ts'
import { wordingRules } from './wording.ts'

/** Every rule there is. A new one is one entry here. */
export const rules: readonly Rule[] = [
  ...formatRules,
  ...markdownRules,
  ...codeRules,
  ...qualityRules,
  language,
  ...wordingRules,
  linkAddress,
  hiddenCharactersRule,
  lookAlike,
  injection,
  secret,
  ...commandRules,
  ...addressRules,
  ...publishedRules,
  ...catalogRules,
  nearDuplicate,
  ...matchingRules,
  ...evidenceRules,
  exceptionUnused,
].sort((a, b) => compare(a.code, b.code))

/** Runs the rules that need no tree, so that a file that can't be parsed is checked too. */
export function checkText(source: SourceFile, report: Report, list = rules): void {
  for (const rule of list) rule.checkText?.(source, withCode(rule, report))
}

/** Runs the rules on one page; `labels` are those of its language. */
export function checkPage(parsed: Parsed, labels: PageLabels, report: Report, list = rules): void {
  const page = { parsed, labels, ...readPage(parsed, labels) }
  for (const rule of list) {
    rule.check?.(parsed, report, labels, page)
    rule.checkPage?.(page, withCode(rule, report))
  }
}

/** Runs the rules on what the index will hold of a page. */
export function checkEntry(entry: EntryAtPlace, report: Report, list = rules): void {
  for (const rule of list) rule.checkEntry?.(entry, report)
}

/** Runs the rules that need all pages, as far as they belong to one of the stages. */
export function checkCatalog(
  pages: readonly Page[],
  { coverage, today, published }: Partial<Pick<CatalogView, 'coverage' | 'today' | 'published'>>,
  stages: readonly Stage[],
  list = rules,
): Problem[] {
  const catalog: CatalogView = {
    pages,
    addresses: addressesOf(pages),
    coverage: coverage ?? [],
    today,
    ...(published && { published }),
  }
  const problems: Problem[] = []
  for (const rule of list)
    if (stages.includes(rule.stage ?? 'preview')) rule.checkCatalog?.(catalog, reportFor(rule, problems))
  return problems
}

/** For each file a report that fills `problems` with those of one rule. */
export const reportFor = (rule: Rule, problems: Problem[]) => (path: string) =>
  withCode(rule, reportInto(problems, path))

const withCode =
  ({ code, severity = 'error', hint: ownHint }: Rule, report: Report): RuleReport =>
  (place, message, hint = ownHint) =>
    report(code, place, message, { severity, ...(hint !== undefined && { hint }) })
