import { canary, canaryCodes } from '../checks/canary.ts'
import { checkCatalog, rules } from '../checks/rules.ts'
import { sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from './compile-file.ts'
import { type Content, type LoadOptions, load } from './load.ts'
import type { Published } from './published.ts'

export interface CheckOptions extends LoadOptions {
  /** What is published already, and has to stay. */
  readonly published?: Published | undefined
  /** May many solutions leave the index at once? */
  readonly allowDrop?: boolean | undefined
}

/** Throws when the gate lets through what it must refuse. */
export function tryCanary(site: Site, list = rules()): void {
  const found = new Set(
    compileFile(canary, { ...site, exceptions: [] }, list).problems.map(({ code }) => code),
  )
  const passed = canaryCodes.filter((code) => !found.has(code))
  if (passed.length > 0) throw new Error(`the gate does not work: ${passed.join(', ')} passed`)
}

/** Every problem of every file, nothing written. */
export async function check(
  content: string,
  { published, allowDrop, ...options }: CheckOptions = {},
): Promise<Content> {
  const { site, sources, pages, problems } = await load(content, {
    ...options,
    stages: ['preview', 'build', 'check'],
  })
  tryCanary(site)
  if (published === undefined) return { site, sources, problems }
  const paths = [...new Set([...sources, ...problems].map(({ path }) => path))]
  const before = { before: published, site, paths, allowDrop: allowDrop ?? false }
  const lost = checkCatalog(pages, { published: before }, ['published'])
  return { site, sources, problems: sortProblems([...problems, ...lost]) }
}
