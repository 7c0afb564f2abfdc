import type { IndexEntry } from '../model/json-files.ts'
import type { Report } from './finding.ts'
import type { Folder } from './read-output.ts'

/** A link to an id, to be proven when every page has been read. */
export interface FragmentLink {
  readonly from: string
  /** Address of the page, or the file at hand. */
  readonly page: string
  readonly id: string
}

/** What every proof needs to know of the folder at hand. */
export interface Subject {
  readonly folder: Folder
  readonly site: string
  readonly baseUrl: string
  /** The index by address. */
  readonly entries: ReadonlyMap<string, IndexEntry>
  /** Root-absolute addresses that the folder answers. */
  readonly targets: ReadonlySet<string>
  /** Finds absolute addresses of the site in text. */
  readonly ownAddress: RegExp
  /** Filled while pages are read. */
  readonly fragments: FragmentLink[]
  /** Ids of each page, by its address and by its file. Filled while pages are read. */
  readonly ids: Map<string, ReadonlySet<string>>
  /** Where the page at an old address leads. Filled while pages are read. */
  readonly moved: Map<string, string>
  /** Pages that were withdrawn or superseded. Filled while pages are read. */
  readonly retired: Set<string>
  /** Heading and description of both: what a feed may say of them. Filled while pages are read. */
  readonly gone: Map<string, { readonly heading: string; readonly description: string }>
  readonly report: Report
}

/** Addresses below the site's folder; `<base_url>/other` in a page's text may be anybody's server on this machine. */
export function ownAddresses(baseUrl: string, site: string): RegExp {
  const prefix = `${baseUrl}/${site}`.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `${prefix}(?![\\w-])(?:[./][\\w./~%+-]*)?(?:\\?[\\w=&%+-]*)?(?:#[\\p{L}\\p{M}\\p{N}_%-]+)?`,
    'gu',
  )
}
