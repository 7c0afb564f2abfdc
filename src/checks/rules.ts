import type { Page } from '../model/catalog.ts'
import type { PageLabels } from '../model/compile-settings.ts'
import type { Parsed, SourceFile } from '../model/document.ts'
import { compare, type Problem, type Report, reportInto } from '../model/problem.ts'
import { addressRules } from './addresses.ts'
import { catalogRules } from './catalog.ts'
import { addressesOf, type CatalogView } from './catalog-view.ts'
import { checklistTable } from './checklist-table.ts'
import { codeLanguage } from './code-language.ts'
import { codeRun } from './code-run.ts'
import { codeWords } from './code-words.ts'
import { commandApproval } from './command-approval.ts'
import { commandCaution } from './command-caution.ts'
import { commandDataLoss } from './command-data-loss.ts'
import { commandDelete } from './command-delete.ts'
import { commandLeak } from './command-leak.ts'
import { commandObfuscated } from './command-obfuscated.ts'
import { commandPackage } from './command-package.ts'
import { commandPermission } from './command-permission.ts'
import { commandPersistence } from './command-persistence.ts'
import { commandProtection } from './command-protection.ts'
import { commandRemoteCode } from './command-remote-code.ts'
import { commandSystem } from './command-system.ts'
import { evidenceRules } from './evidence.ts'
import { exceptionUnused } from './exceptions.ts'
import { footnote } from './footnote.ts'
import { formatRules } from './format.ts'
import { hiddenCharactersRule } from './hidden-characters.ts'
import { image } from './image.ts'
import { instructions } from './instructions.ts'
import { linkAddress } from './link-address.ts'
import { lookAlike } from './look-alikes.ts'
import { matchingRules } from './matching.ts'
import { nearDuplicate } from './near-duplicates.ts'
import { publishedRules } from './published.ts'
import { qualityBoilerplate } from './quality-boilerplate.ts'
import { qualityFirstSentence } from './quality-first-sentence.ts'
import { qualityFix } from './quality-fix.ts'
import { qualityLanguage } from './quality-language.ts'
import { qualityPlaceholder } from './quality-placeholder.ts'
import { qualitySymptom } from './quality-symptom.ts'
import { qualityTitle } from './quality-title.ts'
import { rawHtml } from './raw-html.ts'
import { readPage } from './reading.ts'
import type { EntryAtPlace, Rule, RuleReport, Stage } from './rule.ts'
import { secret } from './secret.ts'
import { size } from './size.ts'
import { stuffed } from './stuffing.ts'
import { tableRow } from './table-row.ts'

/** Every rule there is. A new one is one entry here. */
export const rules: readonly Rule[] = [
  ...formatRules,
  ...addressRules,
  ...publishedRules,
  ...catalogRules,
  nearDuplicate,
  ...matchingRules,
  ...evidenceRules,
  exceptionUnused,
  checklistTable,
  codeLanguage,
  codeRun,
  codeWords,
  commandApproval,
  commandCaution,
  commandDataLoss,
  commandDelete,
  commandLeak,
  commandObfuscated,
  commandPackage,
  commandPermission,
  commandPersistence,
  commandProtection,
  commandRemoteCode,
  commandSystem,
  footnote,
  hiddenCharactersRule,
  image,
  instructions,
  linkAddress,
  lookAlike,
  qualityBoilerplate,
  qualityFirstSentence,
  qualityFix,
  qualityLanguage,
  qualityPlaceholder,
  qualitySymptom,
  qualityTitle,
  rawHtml,
  secret,
  size,
  stuffed,
  tableRow,
].sort((a, b) => compare(a.code, b.code))

/** Runs the rules that need no tree, so that a file that can't be parsed is checked too. */
export function checkText(source: SourceFile, report: Report, list = rules): void {
  for (const rule of list) rule.checkText?.(source, report)
}

/** Runs the rules on one page; `labels` are those of its language. */
export function checkPage(parsed: Parsed, labels: PageLabels, report: Report, list = rules): void {
  const reading = readPage(parsed, labels)
  for (const rule of list) rule.check?.(parsed, report, labels, reading)
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
export const reportFor =
  ({ code, severity = 'error', hint: ownHint }: Rule, problems: Problem[]) =>
  (path: string): RuleReport =>
  (place, message, hint = ownHint) =>
    reportInto(problems, path)(code, place, message, { severity, ...(hint !== undefined && { hint }) })
