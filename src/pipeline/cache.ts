import { createHash, hash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gitIn } from '../content/git.ts'
import { ownTemplates, packageLabels, packageTemplates } from '../content/package-files.ts'
import { type CompileSettings, commonSettings, ownSettings } from '../model/compile-settings.ts'
import type { SourceFile } from '../model/document.ts'
import { Fault } from '../model/fault.ts'
import type { Compiled } from './compile-file.ts'
import { filesBelow, writing } from './disk.ts'

/*
 * Compiled pages are cached in one file per program version and settings, keyed by the digest of their source. A build that
 * compiles any page replaces the file. If neither the inputs nor the output folder have changed since the last build, its
 * report is repeated. A damaged file counts as missing.
 */

/** Files of each kind to keep, so that builds with different settings or versions can alternate. */
const keptFiles = 4
const pagesPrefix = 'pages-'
const reportPrefix = 'last-'
const filesPrefix = 'files-'

/** Opens the cached pages of a folder and of shards. Without a folder nothing is saved. */
export function openPageCache(dir: string | undefined, shards: readonly string[], settings: CompileSettings) {
  const name = `${pagesPrefix}${digestOf([programDigest(), commonSettings(settings)])}`
  const records = new Map<string, Buffer>()
  for (const shard of shards) {
    if (!existsSync(join(shard, name))) throw noShard(shard)
    readRecords(join(shard, name), records)
  }
  const isThere = dir !== undefined && readRecords(join(dir, name), records)
  const keys = new Map<SourceFile, string>()
  const keyOf = (source: SourceFile): string => {
    const key = keys.get(source) ?? digestOf([source.path, source.text, ownSettings(settings, source)])
    keys.set(source, key)
    return key
  }
  return {
    keyOf,
    get(source: SourceFile): Compiled | undefined {
      const record = records.get(keyOf(source))
      return record && JSON.parse(record.toString('utf8', keyLength))
    },
    /** Replaces everything in the cache. */
    save(compiled: ReadonlyMap<SourceFile, Compiled>): void {
      if (dir === undefined) return
      const keyed = [...compiled].map(([source, value]) => [keyOf(source), value] as const)
      if (isThere && keyed.every(([key]) => records.has(key))) return
      const lines = keyed.map(
        ([key, value]) => records.get(key) ?? Buffer.from(`${key}${JSON.stringify(value)}\n`),
      )
      keep(dir, name, Buffer.concat(lines))
    },
  }
}

/** Adds the records of a file, each a line with a key and a page's JSON. Returns whether the file is there. */
function readRecords(file: string, records: Map<string, Buffer>): boolean {
  const body = read(file)
  if (body === undefined) return false
  for (let at = 0; at < body.length; ) {
    const end = body.indexOf('\n', at) + 1
    records.set(body.toString('latin1', at, at + keyLength), body.subarray(at, end))
    at = end
  }
  return true
}

/** What `keep` wrote; undefined if the file is missing or damaged. */
function read(file: string): Buffer | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch {
    return undefined
  }
  const body = bytes.subarray(bytes.indexOf('\n') + 1)
  return bytes.toString('latin1', 0, bytes.length - body.length) === `${checksum(body)}\n` ? body : undefined
}

function noShard(dir: string): Fault {
  const others = existsSync(dir) && readdirSync(dir).some((name) => name.startsWith(pagesPrefix))
  return new Fault(
    others
      ? `${dir} was compiled by another version of the program, or with other settings`
      : `No compiled pages in ${dir}`,
    'Compile each part with `fixdex build --shard I/N --out DIR` of this version.',
  )
}

const keyLength = 22
const digestOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value), 'base64url').slice(0, keyLength)
const jsonBytes = (value: object): Buffer => Buffer.from(JSON.stringify(value))
const checksum = (body: Buffer): string => hash('sha256', body, 'base64url')

/** Writes a cache file atomically, its checksum in the first line, and deletes the oldest of its kind. */
function keep(dir: string, name: string, body: Buffer): void {
  writing(`the cache ${dir}`, 'Name another folder with --cache-dir DIR, or build with --no-cache.', () => {
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, '.gitignore'), '*\n')
    // Makes backup programs skip the folder (bford.info/cachedir).
    writeFileSync(join(dir, 'CACHEDIR.TAG'), 'Signature: 8a477f597d28d172789f06886806bc55\n')
    const draft = join(dir, `${name}.${process.pid}`)
    writeFileSync(draft, `${checksum(body)}\n`)
    appendFileSync(draft, body)
    renameSync(draft, join(dir, name))
    const kind = name.slice(0, name.indexOf('-') + 1)
    const files = readdirSync(dir).filter((other) => other.startsWith(kind) && other !== name)
    const timeOf = (file: string) => statSync(join(dir, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
    for (const file of files.sort((a, b) => timeOf(b) - timeOf(a)).slice(keptFiles - 1))
      rmSync(join(dir, file), { recursive: true, force: true })
  })
}

/**
 * Compares inputs and output with the last build, by size, times and inode, as git does. An edit that changes none of
 * these goes unnoticed; `--no-cache` reads everything.
 */
export function lastBuild<Report, File extends { readonly path: string; readonly key?: string | undefined }>(
  dir: string,
  out: string,
  content: string,
  templates: string | undefined,
  settings: readonly unknown[],
) {
  const started = Date.now()
  const { digest, newest } = stampsOf(inputFiles(content, templates))
  const inputs = digestOf([settings, content, templates, commitOf(content), programDigest(), digest])
  const name = reportPrefix + digestOf(resolve(out))
  const stampOutput = () => stampsOf(pathsBelow(out)).digest
  const made = filesPrefix + digestOf([resolve(out), programDigest()])
  const last = readJson<{ inputs: string; output: string; report: Report }>(join(dir, name))
  return {
    /** Of the last build into the same folder, if neither inputs nor output have changed since. */
    report: last?.inputs === inputs && last.output === stampOutput() ? last.report : undefined,
    /** Its files, if the folder has not changed since. Like `remember`, to be called while the folder is locked. */
    filesBefore(): ReadonlyMap<string, File> {
      const { output, files = [] } =
        readJson<{ output: string; files: readonly File[] }>(join(dir, made)) ?? {}
      return new Map(output === stampOutput() ? files.map((file) => [file.path, file]) : [])
    },
    /** The bytes that were made for this part and key, or makes them. */
    keepPart(part: string, key: string, make: () => Uint8Array): Uint8Array {
      const name = `${part}-${digestOf([key, programDigest()])}`
      const known = read(join(dir, name))
      if (known) return known
      const bytes = Buffer.from(make())
      keep(dir, name, bytes)
      return bytes
    },
    remember(report: Report, files: readonly File[]): void {
      const output = stampOutput()
      keep(dir, made, jsonBytes({ output, files: files.filter(({ key }) => key) }))
      // A file modified just now may change again within the same tick of the file system's clock.
      if (newest < started) keep(dir, name, jsonBytes({ inputs, output, report }))
    },
  }
}

const readJson = <Value>(file: string): Value | undefined => {
  const body = read(file)
  return body && JSON.parse(body.toString())
}

/** Everything that the content, its configuration and the templates are read from. */
function inputFiles(content: string, templates: string | undefined): string[] {
  const folders = ['approved', 'guides', 'labels', 'proof', 'solutions'].map((name) => join(content, name))
  const single = existsSync(content) ? readdirSync(content).map((name) => join(content, name)) : []
  return [
    ...single.filter((file) => !folders.includes(file) && basename(file) !== '.git'),
    ...[...folders, packageTemplates, packageLabels, ownTemplates(content, templates)].flatMap(pathsBelow),
  ]
}

const pathsBelow = (dir: string): string[] => [...filesBelow(dir)].map((path) => join(dir, path))

/** A digest of sizes, times and inodes, and the time after which no change can go unnoticed. */
function stampsOf(files: readonly string[]): { digest: string; newest: number } {
  const stamps = createHash('sha256')
  let newest = 0
  for (const file of files) {
    const stats = lstatSync(file)
    stamps.update(`${file} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}\n`)
    // Some file systems have a resolution of one or two seconds. Targets of symbolic links are not checked.
    const tick = stats.mtimeMs % 1000 === 0 ? 2000 : 50
    newest = Math.max(newest, stats.mtimeMs + tick, stats.ctimeMs + tick)
    if (stats.isSymbolicLink()) newest = Infinity
  }
  return { digest: stamps.digest('base64url'), newest }
}

/** The commit, and whether its history is shallow. */
function commitOf(content: string): string {
  try {
    return gitIn(content)('rev-parse', 'HEAD', '--is-shallow-repository')
  } catch {
    return ''
  }
}

let program: string | undefined

/**
 * A digest of the program, which invalidates the cache when it changes: its own files, the lock file, and the version of
 * Node, whose regular expressions depend on its version of Unicode.
 */
function programDigest(): string {
  if (program !== undefined) return program
  const here = dirname(fileURLToPath(import.meta.url))
  // When bundled, all files are in one folder.
  const own = basename(here) === 'chunks' ? here : dirname(here)
  const locks = ['node_modules/.package-lock.json', 'package.json'].map((name) => join(here, '../..', name))
  const files = [own, join(here, '../checks/data')]
    .flatMap(pathsBelow)
    .filter((file) => /\.(?:[jt]s|json|yaml)$/.test(file))
  const digest = createHash('sha256').update(process.version)
  for (const file of [...files.sort(), ...locks.filter((name) => existsSync(name))])
    digest.update(`${file.slice(own.length)}\0`).update(readFileSync(file))
  program = digest.digest('base64url').slice(0, keyLength)
  return program
}
