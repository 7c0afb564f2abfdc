import { existsSync } from 'node:fs'
import { join as joinPath, relative, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkCatalog, except } from '../checks/rules.ts'
import { ownTemplates, templateFile } from '../content/package-files.ts'
import { readConfig } from '../content/read-config.ts'
import { type ReadSource, readSource } from '../content/read-sources.ts'
import { outputs, published } from '../emit/emit.ts'
import { type Catalog, join, type Page } from '../model/catalog.ts'
import { type CompileSettings, commonSettings, ownSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { Fault } from '../model/fault.ts'
import { compare, hasErrors, type Problem, sortProblems } from '../model/problem.ts'
import type { Site } from '../model/site.ts'
import { compileFile } from './compile-file.ts'
import { joinPages, type Loaded, type LoadOptions, load } from './load.ts'

/** The current content; a broken file keeps its last good page. */
export interface Snapshot {
  readonly site: Site
  readonly catalog: Catalog
  /** Each source file's page, or the last one that compiled. */
  readonly pages: readonly Page[]
  readonly sources: readonly SourceFile[]
  /** Computed on first access, so that a preview shows a page before checks across files run. */
  readonly problems: () => readonly Problem[]
  /** The pages of the files without errors. */
  readonly whole: () => readonly Page[]
}

/** What changed on disk. */
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

/** A source file's state. If the text has errors, `page` is the last one that compiled. */
interface Held extends ReadSource {
  readonly page?: Page
  readonly problems: readonly Problem[]
}

/** Loads a content folder for watching. */
export async function openCatalog(content: string, options: LiveOptions): Promise<LiveCatalog> {
  return new LiveCatalog(content, options, await load(content, { ...options, stages: [] }))
}

/**
 * A catalog that follows its files. Compiling is by far the most expensive step, so a file is recompiled only when its text
 * or a setting that it depends on has changed.
 */
export class LiveCatalog {
  readonly #content: string
  readonly #options: LiveOptions
  readonly #held = new Map<string, Held>()
  /** Read once, because saving does not commit. */
  readonly #dates: Pick<Catalog, 'generated' | 'history'>
  /** Paths of deleted files by text, because a renamed file may disappear before it reappears under its new name. */
  readonly #deleted = new Map<string, string>()
  #site: Site
  /** Of the configuration or a template; until it is fixed the last working one is used. */
  #fault: Problem | undefined
  #current: Snapshot

  constructor(content: string, options: LiveOptions, { site, files, unreadable, pages }: Loaded) {
    this.#content = content
    this.#options = options
    this.#site = site
    this.#dates = joinPages(pages, content, options.epoch)
    for (const [source, { page, problems }] of files)
      this.#held.set(source.path, { source, problems, ...(page && { page }) })
    for (const problem of unreadable) this.#held.set(problem.path, { problem, problems: [problem] })
    this.#current = this.#snapshot()
  }

  get snapshot(): Snapshot {
    return this.#current
  }

  /** Reads these source files again, and the configuration if asked; undefined if nothing has changed. */
  look(paths: readonly string[], config: boolean): Change | undefined {
    const moved = new Map<string, string>()
    const changed: string[] = []
    for (const path of new Set(paths)) {
      const read = readSource(this.#content, path)
      const { source, problem }: ReadSource = this.#held.get(path) ?? {}
      if (isDeepStrictEqual([source, problem], [read.source, read.problem])) continue
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
    if (read.source ?? read.problem) {
      const compiled = read.source && compileFile(read.source, this.#site)
      const page = compiled?.page ?? before
      const problems = compiled?.problems ?? (read.problem ? [read.problem] : [])
      this.#held.set(path, { ...read, problems, ...(page && { page }) })
      return
    }
    this.#held.delete(path)
    if (source) this.#deleted.set(source.text, path)
  }

  #snapshot(): Snapshot {
    const site = this.#site
    const pages: Page[] = []
    const sources: SourceFile[] = []
    const own = this.#fault ? [this.#fault] : []
    // The page of a broken file is an old one, whose places do not match the file.
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

  /** A new configuration is used only if pages can be rendered with it. */
  #reconfigure(): boolean {
    const before = { site: this.#site, fault: this.#fault }
    try {
      const fresh = readConfig(this.#content, this.#options)
      // It is being saved; another event will follow.
      if ([fresh.stylesheet.css, ...Object.values(fresh.templates)].includes('')) return false
      trySite(this.#current.catalog, fresh)
      this.#fault = undefined
      this.#site = fresh
      const isChanged = (settings: (site: CompileSettings) => unknown) =>
        !isDeepStrictEqual(settings(before.site), settings(fresh))
      const isCommon = isChanged(commonSettings)
      for (const [path, file] of this.#held)
        if (isCommon || isChanged((site) => ownSettings(site, file.source ?? { path, text: '' })))
          this.#hold(path, file)
    } catch (error) {
      this.#fault = configProblem(error, this.#content, this.#options.templates)
    }
    return !isDeepStrictEqual(before, { site: this.#site, fault: this.#fault })
  }

  /** The file's previous path: a deleted file with the same text. */
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
 * Converts a `Fault` in the configuration or a template to a problem, so that a watching command can show it and wait
 * until it is fixed.
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

/** The problems that `check` reports for a live catalog. */
export function checkLive({ site, problems, whole }: Snapshot): Problem[] {
  const crossing = except(checkCatalog(whole(), site, ['build', 'check']), site.exceptions)
  return sortProblems([...problems(), ...crossing.problems])
}

/** Renders a page of each kind to test the templates; throws what they throw. */
function trySite(catalog: Catalog, site: Site): void {
  const small: Catalog = {
    ...catalog,
    solutions: catalog.solutions.slice(0, 1),
    retired: catalog.retired.slice(0, 1),
    guides: catalog.guides.slice(0, 1),
  }
  // Making a file's bytes renders it.
  for (const _ of published(outputs(small, site)));
}
