import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Fault } from '../model/fault.ts'
import { slugPattern } from '../model/fields.ts'
import { categories } from '../model/vocabulary.ts'
import { type Fail, failAt, type Report } from './finding.ts'
import { hiddenCharacter } from './hidden-characters.ts'

/** A published folder on disk. */
export interface Folder {
  readonly dir: string
  /** Name of the one folder that holds `solutions.json`. */
  readonly site: string
  /** Paths of regular files, relative, forward slashes, sorted. */
  readonly files: ReadonlySet<string>
}

/** Lists the folder. Throws a `Fault` for one that no build wrote, because the user named the wrong folder. */
export function openFolder(dir: string, report: Report): Folder {
  const root = resolve(dir)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Fault(`No folder at ${root}`, 'Build the catalog first, or name the folder it was built into.')
  }
  const sites = readdirSync(root).filter((name) => existsSync(join(root, name, 'solutions.json')))
  if (sites.length !== 1 || sites[0] === undefined) {
    throw new Fault(
      `${root} is not a built catalog: ${sites.length} of its folders hold a solutions.json, expected one`,
      'Name the folder that `build` wrote, the one with robots.txt, not the site’s folder in it.',
    )
  }
  return { dir: root, site: sites[0], files: new Set(list(root, '', report).sort()) }
}

function list(root: string, prefix: string, report: Report): string[] {
  return readdirSync(join(root, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = prefix + entry.name
    if (entry.isDirectory()) return list(root, `${path}/`, report)
    if (entry.isFile()) return [path]
    report('file/kind', path, 'Unexpected symbolic link or special file, expected a regular file')
    return []
  })
}

export const readBytes = (folder: Folder, path: string): Buffer => readFileSync(join(folder.dir, path))

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A file's text, checked to be UTF-8 with LF and without hidden characters; undefined when it cannot be decoded. */
export function decode(bytes: Buffer, path: string, report: Report): string | undefined {
  const fail = failAt(report, path)
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    fail('file/encoding', 'Unexpected bytes, expected UTF-8')
    return undefined
  }
  if (text.startsWith('\ufeff')) fail('file/encoding', 'Unexpected byte order mark')
  if (text.includes('\r')) fail('file/line-ends', 'Unexpected carriage return, expected LF line ends')
  text = text.replace(/^\ufeff|\r/g, '')
  checkVisible(text, fail)
  return text
}

/** Needed again for text that was escaped in its file: character references, JSON strings. */
export function checkVisible(text: string, fail: Fail): void {
  const hidden = hiddenCharacter(text)
  if (hidden) fail('file/hidden-character', `Hidden character ${hidden}`)
}

const readableCharacters = 20_000

/** Fetch tools cut a longer text. */
export function checkReadable(text: string, fail: Fail): void {
  if (text.length >= readableCharacters)
    fail('file/too-long', `Unexpected ${text.length} characters, expected fewer than ${readableCharacters}`)
}

const category = `(?:${categories.join('|')})`
const slug = slugPattern.source.slice(1, -1)

/** Every path that a page can have, below the site's address. */
const pageKinds = {
  home: /^$/,
  agents: /^\/agents$/,
  skill: /^\/skill$/,
  rules: /^\/rules$/,
  about: /^\/about$/,
  solutions: /^\/solutions$/,
  guides: /^\/guide$/,
  product: new RegExp(`^/product/${slug}$`),
  search: /^\/search$/,
  proof: /^\/proof$/,
  coverage: new RegExp(`^/coverage(?:/${slug})?$`),
  category: new RegExp(`^/solutions/${category}$`),
  solution: new RegExp(`^/solutions/${category}/${slug}$`),
  guide: new RegExp(`^/guide/${slug}$`),
  codes: /^\/code$/,
  code: new RegExp(`^/code/${slug}$`),
}

export type PageKind = keyof typeof pageKinds

/** The files that answer at one address. */
export interface PageFiles {
  readonly kind: PageKind
  /** `/<site>/solutions/<category>/<slug>`, without extension or trailing slash. */
  readonly address: string
  readonly index: string
  readonly html: string
  readonly markdown: string
  /** The twin that the page names. The home page's own twin would lie outside of the site's folder, so it has a copy inside. */
  readonly twin: string
}

const rootFiles =
  /^(?:404\.(?:html|md)|favicon\.ico|robots\.txt|_headers|_redirects|\.nojekyll|\.well-known\/(?:security\.txt|ai-catalog\.json))$/

/** Below the site's folder. What a new emitter writes has to be added here. */
const siteFiles: readonly RegExp[] = [
  /^(?:404\.(?:html|md)|\.nojekyll|llms(?:-\d+)?\.txt|sitemap\.xml|feed\.xml|feed\.json|card\.png|favicon\.ico|apple-touch-icon\.png)$/,
  /^(?:solutions|version|match|changes|manifest|openapi|server)\.json$/,
  /^\.well-known\/(?:ai-catalog|mcp\/server-card)\.json$/,
  /^(?:fixdex\.mjs|catalog\.tgz(?:\.sha256)?)$/,
  new RegExp(`^solutions/${category}/(?:index\\.json|llms(?:-\\d+)?\\.txt)$`),
  /^lookup\/[a-z0-9][a-z0-9._-]*\.json$/,
  /^schema\/v1\/[a-z-]+\.schema\.json$/,
  /^\.well-known\/(?:agent-)?skills\/(?:index\.json|[a-z0-9-]+\/SKILL\.md)$/,
  /^cards\/[a-z0-9-]+\.png$/,
  /^proof\/(?:plot\.svg|trials\.jsonl)$/,
  /^assets\/[a-z0-9-]+\.[0-9a-f]{10,64}\.(?:css|js|svg)$/,
]

export interface Families {
  /** By address. */
  readonly pages: ReadonlyMap<string, PageFiles>
  /** Paths of every other file: JSON, feeds, texts, assets, the 404 pages. */
  readonly others: readonly string[]
}

/** Sorts the files into pages and others, and reports those that no emitter writes. */
export function sortFiles({ files, site }: Folder, report: Report): Families {
  const pages = new Map<string, PageFiles>()
  const others: string[] = []
  for (const path of files) {
    const below = path.startsWith(`${site}/`) ? path.slice(site.length + 1) : undefined
    const page = pageOf(path, site)
    if (rootFiles.test(path) || (below && siteFiles.some((family) => family.test(below)))) others.push(path)
    else if (page) pages.set(page.address, page)
    else report('file/stray', path, 'Unexpected file, expected only what the build writes')
  }
  return { pages, others }
}

/** The page that a file is a form of. */
function pageOf(path: string, site: string): PageFiles | undefined {
  const name = path === `${site}/index.md` ? site : path.replace(/(?:\/index)?\.html$|\.md$/, '')
  if (name === path || (name !== site && !name.startsWith(`${site}/`))) return undefined
  const kinds = Object.entries(pageKinds) as [PageKind, RegExp][]
  const kind = kinds.find(([, pattern]) => pattern.test(name.slice(site.length)))?.[0]
  if (kind === undefined) return undefined
  const twin = kind === 'home' ? `${name}/index.md` : `${name}.md`
  const address = `/${name}`
  return { kind, address, index: `${name}/index.html`, html: `${name}.html`, markdown: `${name}.md`, twin }
}

/** What every catalog has, whatever its content; `*` stands for each category. */
const required = `/404.html /robots.txt /_headers /.nojekyll /.well-known/security.txt 404.html index.md solutions.json
  version.json match.json changes.json manifest.json openapi.json fixdex.mjs lookup/index.json llms.txt sitemap.xml feed.xml card.png
  .well-known/agent-skills/index.json schema/v1/changes.schema.json schema/v1/solutions.schema.json
  schema/v1/frontmatter.schema.json index.html agents/index.html skill/index.html rules/index.html about/index.html solutions/index.html guide/index.html search/index.html code/index.html
  solutions/*/index.json solutions/*/llms.txt solutions/*/index.html`

export function checkComplete({ files, site }: Folder, report: Report): void {
  const paths = required.split(/\s+/).flatMap((path) => {
    const full = path.startsWith('/') ? path.slice(1) : `${site}/${path}`
    return full.includes('*') ? categories.map((name) => full.replace('*', name)) : [full]
  })
  for (const path of paths) {
    if (!files.has(path)) report('file/missing', path, 'Missing file; every catalog has it')
  }
}
