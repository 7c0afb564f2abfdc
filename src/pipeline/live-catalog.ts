import { existsSync } from 'node:fs'
import { join as joinPath, relative, sep } from 'node:path'
import { checkCatalog, except } from '../checks/rules.ts'
import { ownTemplates, templateFile } from '../content/package-files.ts'
import { readConfig } from '../content/read-config.ts'
import { type ReadSource, readSource } from '../content/read-sources.ts'
import { fileEmitters } from '../emit/emit.ts'
import { pages } from '../emit/pages.ts'
import { type Catalog, join, type Page } from '../model/catalog.ts'
import { changedFor } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { Fault } from '../model/fault.ts'
import { compare, hasErrors, type Problem, sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from './compile-file.ts'
import { joinPages, type Loaded, type LoadOptions, load } from './load.ts'

/** The content as it stands now, with the last good state of what is broken. */
export interface Snapshot {
  readonly site: Site
  readonly catalog: Catalog
  /** For each source file its page, or the last one that it compiled to. */
  readonly pages: readonly Page[]
  readonly sources: readonly SourceFile[]
  /** Found when first asked for: a preview shows the page before it looks for what crosses files. */
  readonly problems: () => readonly Problem[]
  /** The pages of the files without errors. */
  readonly whole: () => readonly Page[]
}

/** What a look at the disk changed. */
export interface Change {
  /** Source files that differ, relative to the content folder. */
  readonly paths: readonly string[]
  /** New paths of renamed source files by their old ones. */
  readonly moved: ReadonlyMap<string, string>
  readonly configChanged: boolean
}

export interface LiveOptions extends Omit<LoadOptions, 'today'> {
  readonly epoch?: string | undefined
}

/** The state of one source file. `page` outlives the text that it was compiled from when the new text has errors. */
interface Held extends ReadSource {
  readonly page?: Page
  readonly problems: readonly Problem[]
}

/** Loads a content folder to be followed. */
export async function openCatalog(content: string, options: LiveOptions): Promise<LiveCatalog> {
  return new LiveCatalog(content, options, await load(content, { ...options, stages: [] }))
}

/**
 * A catalog that follows its files. Compiling is by far the most expensive step, so a file is compiled again only when its
 * text, or what all files share, has changed.
 */
export class LiveCatalog {
  readonly #content: string
  readonly #options: LiveOptions
  readonly #held = new Map<string, Held>()
  /** Read once: a save is not a commit. */
  readonly #dates: Pick<Catalog, 'generated' | 'history'>
  /** Paths of deleted files by their text: a renamed file may vanish before it appears under its new name. */
  readonly #deleted = new Map<string, string>()
  #site: Site
  #faults: readonly Problem[] = []
  #current: Snapshot

  constructor(content: string, options: LiveOptions, { site, files, unreadable, pages }: Loaded) {
    this.#content = content
    this.#options = options
    this.#site = site
    this.#dates = joinPages(pages, content, { epoch: options.epoch, preview: true })
    for (const [source, { page, problems }] of files)
      this.#held.set(source.path, { source, problems, ...(page && { page }) })
    for (const problem of unreadable) this.#held.set(problem.path, { problem, problems: [problem] })
    this.#current = this.#snapshot()
  }

  get snapshot(): Snapshot {
    return this.#current
  }

  /** Looks at these source files again, and at the configuration if told so; nothing when all is as it was. */
  look(paths: readonly string[], config: boolean): Change | undefined {
    const moved = new Map<string, string>()
    const changed: string[] = []
    for (const path of new Set(paths)) {
      const read = readSource(this.#content, path)
      if (sameRead(this.#held.get(path) ?? {}, read)) continue
      const from = read.source && this.#origin(path, read.source.text)
      this.#hold(path, read)
      changed.push(path)
      if (from !== undefined) {
        moved.set(from, path)
        this.#held.delete(from)
        changed.push(from)
      }
    }
    const configChanged = config && this.#reconfigure()
    if (changed.length === 0 && !configChanged) return undefined
    this.#current = this.#snapshot()
    return { paths: changed.sort(compare), moved, configChanged }
  }

  #hold(path: string, read: ReadSource): void {
    const { page: before, source } = this.#held.get(path) ?? {}
    if (read.source === undefined) {
      if (read.problem === undefined) {
        this.#held.delete(path)
        if (source) this.#deleted.set(source.text, path)
      } else this.#held.set(path, { ...read, problems: [read.problem], ...(before && { page: before }) })
      return
    }
    const { page = before, problems } = compileFile(read.source, this.#site)
    this.#held.set(path, { ...read, problems, ...(page && { page }) })
  }

  #snapshot(): Snapshot {
    const site = this.#site
    const pages: Page[] = []
    const sources: SourceFile[] = []
    const own = [...this.#faults]
    // The page of a broken file is an earlier one, and its places are not those of the file.
    const broken = new Set<string>()
    for (const [path, file] of [...this.#held].sort(([a], [b]) => compare(a, b))) {
      if (file.page) pages.push(file.page)
      if (file.source) sources.push(file.source)
      own.push(...file.problems)
      if (hasErrors(file.problems)) broken.add(path)
    }
    const catalog = join(pages, this.#dates.generated, this.#dates.history)
    let problems: readonly Problem[] | undefined
    const findProblems = () =>
      sortProblems([...own, ...checkCatalog(pages, {}, ['preview']).filter(({ path }) => !broken.has(path))])
    const whole = () => pages.filter(({ path }) => !broken.has(path))
    return { site, catalog, pages, sources, problems: () => (problems ??= findProblems()), whole }
  }

  /** A new configuration takes over only when pages can be made with it. */
  #reconfigure(): boolean {
    const before = JSON.stringify([this.#site, this.#faults])
    try {
      const fresh = readConfig(this.#content, this.#options)
      // In the middle of being saved; its own event is on the way.
      if ([fresh.stylesheet.css, ...Object.values(fresh.templates)].includes('')) return false
      trySite(this.#current.catalog, fresh)
      const changed = changedFor(this.#site, fresh)
      this.#faults = []
      if (JSON.stringify([fresh, this.#faults]) === before) return false
      this.#site = fresh
      for (const [path, file] of this.#held) {
        if (changed(path)) this.#hold(path, file)
      }
      return true
    } catch (error) {
      this.#faults = [configProblem(error, this.#content, this.#options.templates)]
      return JSON.stringify([this.#site, this.#faults]) !== before
    }
  }

  /** The file that this one was a moment ago: the same text, at a path where nothing is any more. */
  #origin(path: string, text: string): string | undefined {
    if (this.#held.has(path)) return undefined
    for (const [other, { source }] of this.#held) {
      if (source?.text === text && !existsSync(joinPath(this.#content, other))) return other
    }
    const deleted = this.#deleted.get(text)
    this.#deleted.delete(text)
    return deleted === undefined || deleted === path || this.#held.has(deleted) ? undefined : deleted
  }
}

/**
 * A fault of the configuration or a template, told like a problem of the content: a command that goes on running
 * shows it and waits until it is fixed.
 */
export function configProblem(error: unknown, content: string, templates?: string): Problem {
  const message = error instanceof Error ? error.message : String(error)
  const fault = error instanceof Fault ? error : undefined
  const template = /^templates\/([a-z-]+\.eta): /.exec(message)?.[1]
  const file =
    fault?.place?.file ??
    (template === undefined
      ? joinPath(content, 'site.yaml')
      : templateFile(template, ownTemplates(content, templates)))
  return {
    code: 'site/config',
    severity: 'error',
    path: relative(content, file).replaceAll(sep, '/'),
    line: fault?.place?.line ?? 1,
    column: fault?.place?.column ?? 1,
    message,
    hint: fault?.hint ?? 'Fix the template or the configuration. Until then the last working one is shown.',
  }
}

/** What `check` reports, of a catalog that follows its files. */
export function checkLive({ site, problems, whole }: Snapshot): Problem[] {
  const crossing = except(checkCatalog(whole(), site, ['build', 'check']), site.exceptions)
  return sortProblems([...problems(), ...crossing.problems])
}

/** Makes one page of each kind; throws what the templates throw. */
function trySite(catalog: Catalog, site: Site): void {
  const small: Catalog = {
    ...catalog,
    solutions: catalog.solutions.slice(0, 1),
    retired: catalog.retired.slice(0, 1),
    guides: catalog.guides.slice(0, 1),
  }
  for (const emitter of [pages, ...fileEmitters]) for (const _ of emitter(small, site));
}

const sameRead = (a: ReadSource, b: ReadSource): boolean =>
  a.source?.text === b.source?.text &&
  a.problem?.code === b.problem?.code &&
  a.problem?.message === b.problem?.message
