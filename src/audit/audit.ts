import { compare } from '../model/problem.ts'
import { answered } from './address.ts'
import { sortFiles } from './families.ts'
import type { AuditReport, Finding, Report } from './finding.ts'
import { proveChanges } from './prove-changes.ts'
import { proveComplete, proveFragments, proveNotFoundCopies } from './prove-complete.ts'
import { proveFeed } from './prove-feed.ts'
import { proveFiles } from './prove-files.ts'
import { proveHostFiles } from './prove-host-files.ts'
import { proveIndex } from './prove-index.ts'
import { proveIndexParts } from './prove-index-parts.ts'
import { proveLists } from './prove-lists.ts'
import { proveLookups } from './prove-lookups.ts'
import { proveMatchFile } from './prove-match.ts'
import { proveMoves } from './prove-moved.ts'
import { provePage } from './prove-page.ts'
import { proveSchemas } from './prove-schemas.ts'
import { proveSitemap } from './prove-sitemap.ts'
import { proveSkillCopies, proveSkills } from './prove-skills.ts'
import { openFolder } from './read-output.ts'
import { ownAddresses, type Subject } from './subject.ts'

export type { AuditReport, Finding, FindingCode } from './finding.ts'

/**
 * Reads a published folder back and proves that it keeps what the README promises of it. Knows the folder alone: not
 * the content, not the configuration, and none of the code that made it.
 */
export function audit(dir: string): AuditReport {
  const findings: Finding[] = []
  const report: Report = (code, path, message) => findings.push({ code, path, message })
  const folder = openFolder(dir, report)
  const { site, files } = folder
  const families = sortFiles(folder, report)
  const index = proveIndex(folder, report)
  const pages = families.pages.size
  if (index === undefined) return { findings: sorted(findings), pages, files: files.size }

  const { baseUrl, entries } = index
  const subject: Subject = {
    folder,
    site,
    baseUrl,
    entries,
    targets: answered(families),
    ownAddress: ownAddresses(baseUrl, site),
    fragments: [],
    ids: new Map(),
    moved: new Map(),
    retired: new Set(),
    gone: new Map(),
    report,
  }
  proveComplete(families, subject)
  for (const page of families.pages.values()) provePage(page, subject)
  const { texts, xml } = proveFiles(families.others, index.path, subject)
  proveIndexParts(index, site, texts, report)
  proveMatchFile(index, texts, subject)
  proveNotFoundCopies(texts, subject)
  proveFragments(subject)
  proveMoves(texts, subject)
  proveLookups(texts, subject)
  proveSitemap(families, xml.get(`${site}/sitemap.xml`), subject)
  proveFeed(xml.get(`${site}/feed.xml`), texts, subject)
  proveChanges(texts, subject)
  proveLists(texts, subject)
  proveSkills(texts, subject)
  proveSkillCopies(texts, subject)
  proveSchemas(texts, subject)
  proveHostFiles(texts, subject)
  return { findings: sorted(findings), pages, files: files.size }
}

/** One defect that is seen from two sides, such as a raw and a decoded text, is told once. */
function sorted(findings: readonly Finding[]): Finding[] {
  const distinct = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  return [...distinct.values()].sort(
    (a, b) => compare(a.path, b.path) || compare(a.code, b.code) || compare(a.message, b.message),
  )
}
