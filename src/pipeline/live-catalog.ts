import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkCatalog } from '../checks/rules.ts'
import { readHistory } from '../content/git.ts'
import { type Overrides, readConfig } from '../content/read-config.ts'
import { type ReadSource, readSource, readSources } from '../content/read-sources.ts'
import { type Catalog, join, type Page } from '../model/catalog.ts'
import { changedFor } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { compare, hasErrors, type Problem, sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from './compile-file.ts'
import { configProblem } from './config-problem.ts'
import { generatedTime } from './generated.ts'
import { trySite } from './try-site.ts'

/** The content as it stands now, with the last good state of what is broken. */
export interface Snapshot {
  readonly site: Site
  readonly catalog: Catalog
  /** For each source file its page, or the last one that it compiled to. */
  readonly pages: readonly Page[]
  readonly sources: readonly SourceFile[]
  /** Found when first asked for: a preview shows the page before it looks for what crosses files. */
  readonly problems: () => readonly Problem[]
}

/** What a look at the disk changed. */
export interface Change {
  /** Source files that differ, relative to the content folder. */
  readonly paths: readonly string[]
  /** New paths of renamed source files by their old ones. */
  readonly moved: ReadonlyMap<string, string>
  readonly configChanged: boolean
}

export interface LiveCatalog {
  readonly snapshot: () => Snapshot
  /** Looks at these source files again, and at the configuration if told so; nothing when all is as it was. */
  readonly look: (paths: readonly string[], config: boolean) => Change | undefined
}

export interface LiveOptions extends Overrides {
  readonly epoch?: string | undefined
  /** Called while files are compiled for the first time. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** What is known of one source file. `page` outlives the text that it was compiled from when the new text has errors. */
interface Held extends ReadSource {
  readonly page?: Page
  readonly problems: readonly Problem[]
}

/**
 * A catalog that follows its files. Compiling is pure and by far the dearest step, so a file is compiled again only
 * when its text, or what all files share, has changed. The date of the content is asked once: a save is no commit.
 */
export function openCatalog(content: string, options: LiveOptions): LiveCatalog {
  let site = readConfig(content, options)
  let faults: readonly Problem[] = []
  const held = new Map<string, Held>()

  const hold = (path: string, read: ReadSource): void => {
    const before = held.get(path)?.page
    if (read.source === undefined) {
      if (read.problem === undefined) held.delete(path)
      else held.set(path, { ...read, problems: [read.problem], ...(before && { page: before }) })
      return
    }
    const { page = before, problems } = compileFile(read.source, site)
    held.set(path, { ...read, problems, ...(page && { page }) })
  }

  const { sources, problems: unreadable } = readSources(content)
  for (const [index, source] of sources.entries()) {
    hold(source.path, { source })
    options.onProgress?.(index + 1, sources.length)
  }
  for (const problem of unreadable) hold(problem.path, { problem })
  const history = readHistory(content, { preview: true })
  const generated = generatedTime(
    history,
    [...held.values()].flatMap(({ page }) => page ?? []),
    options.epoch,
  )
  let current = snapshot()

  function snapshot(): Snapshot {
    const pages: Page[] = []
    const sources: SourceFile[] = []
    const problems = [...faults]
    // Places in a last good page are not those of the file.
    const broken = new Set<string>()
    for (const [path, file] of [...held].sort(([a], [b]) => compare(a, b))) {
      if (file.page) pages.push(file.page)
      if (file.source) sources.push(file.source)
      problems.push(...file.problems)
      if (hasErrors(file.problems)) broken.add(path)
    }
    const catalog = join(pages, generated, history)
    let all: readonly Problem[] | undefined
    const allProblems = () => {
      const crossing = checkCatalog(pages, {}, ['preview']).filter(({ path }) => !broken.has(path))
      return sortProblems([...problems, ...crossing])
    }
    return { site, catalog, pages, sources, problems: () => (all ??= allProblems()) }
  }

  /** A new configuration takes over only when pages can be made with it. */
  function reconfigure(): boolean {
    const before = JSON.stringify([site, faults])
    try {
      const fresh = readConfig(content, options)
      // In the middle of being saved; its own event is on the way.
      if ([fresh.stylesheet.css, ...Object.values(fresh.templates)].includes('')) return false
      trySite(current.catalog, fresh)
      const changed = changedFor(site, fresh)
      faults = []
      if (JSON.stringify([fresh, faults]) === before) return false
      site = fresh
      for (const [path, file] of held) {
        const lang = file.page && langOf(file.page)
        // Without a page it may have failed by its settings, in a language that nobody knows.
        if (lang === undefined || hasErrors(file.problems) || changed(path, lang)) hold(path, file)
      }
      return true
    } catch (error) {
      faults = [configProblem(error, content, options.templates)]
      return JSON.stringify([site, faults]) !== before
    }
  }

  /** The file that this one was a moment ago: the same text, at a path where nothing is any more. */
  function origin(path: string, text: string): string | undefined {
    if (held.has(path)) return undefined
    for (const [other, { source }] of held) {
      if (source?.text === text && !existsSync(resolve(content, other))) return other
    }
    return undefined
  }

  function look(paths: readonly string[], config: boolean): Change | undefined {
    const moved = new Map<string, string>()
    const changed: string[] = []
    for (const path of new Set(paths)) {
      const read = readSource(content, path)
      const known = held.get(path)
      if (sameRead(known ?? {}, read)) continue
      const from = read.source && origin(path, read.source.text)
      hold(path, read)
      changed.push(path)
      if (from !== undefined) {
        moved.set(from, path)
        held.delete(from)
        changed.push(from)
      }
    }
    const configChanged = config && reconfigure()
    if (changed.length === 0 && !configChanged) return undefined
    current = snapshot()
    return { paths: changed.sort(compare), moved, configChanged }
  }

  return { snapshot: () => current, look }
}

const langOf = (page: Page): string => (page.kind === 'solution' ? page.solution : page.guide).lang

const sameRead = (a: ReadSource, b: ReadSource): boolean =>
  a.source?.text === b.source?.text &&
  a.problem?.code === b.problem?.code &&
  a.problem?.message === b.problem?.message
