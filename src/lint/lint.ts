import type { Parsed } from '../model/document.ts'
import type { Labels } from '../model/labels.ts'
import type { Report } from '../model/problem.ts'
import { checklistTable } from './checklist-table.ts'
import { codeLanguage } from './code-language.ts'
import { codeWords } from './code-words.ts'
import { footnote } from './footnote.ts'
import { image } from './image.ts'
import { linkAddress } from './link-address.ts'
import { rawHtml } from './raw-html.ts'
import type { Rule } from './rule.ts'

/** Every rule there is. A new one is one file and one line here. */
export const rules: readonly Rule[] = [
  checklistTable,
  codeLanguage,
  codeWords,
  footnote,
  image,
  linkAddress,
  rawHtml,
]

/** Runs every rule over one file; `labels` are those of its language. */
export function lint(parsed: Parsed, labels: Labels, report: Report): void {
  for (const rule of rules) rule.check(parsed, report, labels)
}
