import { compare } from '../model/problem.ts'
import { catalogOf, checkLinks } from './addresses.ts'
import { checkFile, checkManifest } from './files.ts'
import type { Finding, Report } from './finding.ts'
import { checkComplete, openFolder, sortFiles } from './folder.ts'
import { checkVersion, readIndex } from './index-file.ts'
import { checkChanges, checkLists, checkOwnFiles, checkRedirects } from './lists.ts'
import { checkPage } from './page.ts'

export interface AuditReport {
  /** Sorted by path, then code. */
  readonly findings: readonly Finding[]
  /** Addresses that answer with a page. */
  readonly pages: number
  readonly files: number
}

/**
 * Reads a published folder back and checks every promise of the README. Knows only the folder: neither the content nor
 * the configuration nor the code that built it. The passes are the list of files, the index, every page, every other
 * file, and then what only all of these together can show.
 */
export function audit(dir: string): AuditReport {
  const findings: Finding[] = []
  const report: Report = (code, path, message) => findings.push({ code, path, message })
  const folder = openFolder(dir, report)
  const families = sortFiles(folder, report)
  const done = () => ({ findings: sorted(findings), pages: families.pages.size, files: folder.files.size })

  const index = readIndex(folder, report)
  if (index === undefined) return done()
  const catalog = catalogOf(folder, families, index)

  const pageFacts = [...families.pages.values()].flatMap((page) => checkPage(page, catalog, report) ?? [])
  const pages = new Map(pageFacts.map((page) => [page.address, page]))

  const others = families.others.filter((path) => path !== index.path)
  const fileFacts = others.flatMap((path) => checkFile(path, catalog, report) ?? [])
  const files = new Map(fileFacts.map((file) => [file.path, file]))

  checkComplete(folder, report)
  checkVersion(index, files, catalog, report)
  checkLists(files, pages, catalog, report)
  checkChanges(files, pages, catalog, report)
  checkRedirects(files, pages, catalog, report)
  checkOwnFiles(files, pages, catalog, report)
  checkManifest(files, catalog, report)
  checkLinks(
    [...pageFacts, ...fileFacts].flatMap(({ links }) => links),
    new Map([
      ...pageFacts.flatMap(({ address, path, ids }) => [[address, ids] as const, [path, ids] as const]),
      ...fileFacts.flatMap(({ path, ids }) => (ids ? [[path, ids] as const] : [])),
    ]),
    catalog,
    report,
  )
  return done()
}

/** Removes duplicates: one defect can be seen twice, in a raw and in a decoded text. */
function sorted(findings: readonly Finding[]): Finding[] {
  const distinct = new Map(findings.map((finding) => [JSON.stringify(finding), finding]))
  return [...distinct.values()].sort(
    (a, b) => compare(a.path, b.path) || compare(a.code, b.code) || compare(a.message, b.message),
  )
}
