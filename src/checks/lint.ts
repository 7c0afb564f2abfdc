import type { PageLabels } from '../model/compile-settings.ts'
import type { Parsed, SourceFile } from '../model/document.ts'
import type { Report } from '../model/problem.ts'
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
import { footnote } from './footnote.ts'
import { hiddenCharactersRule } from './hidden-characters.ts'
import { image } from './image.ts'
import { instructions } from './instructions.ts'
import { linkAddress } from './link-address.ts'
import { lookAlike } from './look-alikes.ts'
import { qualityBoilerplate } from './quality-boilerplate.ts'
import { qualityEvidence } from './quality-evidence.ts'
import { qualityFirstSentence } from './quality-first-sentence.ts'
import { qualityFix } from './quality-fix.ts'
import { qualityLanguage } from './quality-language.ts'
import { qualityPlaceholder } from './quality-placeholder.ts'
import { qualitySymptom } from './quality-symptom.ts'
import { qualityTitle } from './quality-title.ts'
import { rawHtml } from './raw-html.ts'
import { readPage } from './reading.ts'
import type { EntryAtPlace, Rule } from './rule.ts'
import { secret } from './secret.ts'
import { size } from './size.ts'
import { stuffed } from './stuffing.ts'
import { tableRow } from './table-row.ts'

/** Every rule there is. A new one is one file and one line here. */
export const rules: readonly Rule[] = [
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
  qualityEvidence,
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
]

/** Runs the rules that need no tree, so that a file which can't be parsed is judged too. */
export function lintText(source: SourceFile, report: Report, list = rules): void {
  for (const rule of list) rule.checkText?.(source, report)
}

/** Runs every rule over one file; `labels` are those of its language. */
export function lint(parsed: Parsed, labels: PageLabels, report: Report, list = rules): void {
  const reading = readPage(parsed, labels)
  for (const rule of list) rule.check?.(parsed, report, labels, reading)
}

/** Runs the rules on what the index will hold of a page. */
export function lintEntry(entry: EntryAtPlace, report: Report, list = rules): void {
  for (const rule of list) rule.checkEntry?.(entry, report)
}
