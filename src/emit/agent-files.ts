import { createHash } from 'node:crypto'
import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import {
  absolute,
  codePath,
  guidePath,
  type PagePath,
  type Site,
  siteFile,
  sitePath,
  solutionPath,
  twinPath,
} from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { excerpt, plural } from '../model/text.ts'
import { unknownFirst } from '../model/unaided.ts'
import { categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { installCommand } from './agent-clients.ts'
import { clientLines } from './client-files.ts'
import { productsOf, sharedCodes, solutionsByCode } from './lists.ts'
import { type Output, prettyJson } from './output.ts'
import { catalogPage } from './page.ts'
import { renderText } from './text-pages.ts'

/** No file for models is longer, because their fetch tools cut longer ones. */
export const readableCharacters = 20_000

/** `llms.txt` of the catalog and of each category, of products, shared codes and coverage (llmstxt.org format). */
export function agentFiles(catalog: Catalog, site: Site): Output[] {
  const inParts = (list: List) => ({ ...list, parts: listParts(list, site) })
  const shelves = categories.map((category) => {
    const solutions = unknownFirst(solutionsOf(catalog, category))
    return inParts({
      folder: `solutions/${category}`,
      name: category,
      about: `${site.categories[category]} ${plural(solutions.length, 'solution')}.`,
      guides: guidesOf(catalog, category).map((guide) => guideLine(guide, site)),
      lines: solutions.map((solution) => solutionLine(solution, site)),
    })
  })
  const others = otherLists(catalog, site)
    .filter(({ lines }) => lines.length > 0)
    .map(inParts)
  return [
    { path: siteFile(site, 'llms.txt'), body: catalogText(catalog, site, shelves, others) },
    ...[...shelves, ...others].flatMap(({ parts }) => parts),
  ]
}

/** A list for models: one line for each page. */
interface List {
  readonly folder: string
  readonly name: string
  readonly about: string
  readonly lines: readonly string[]
  readonly guides?: readonly string[]
}

type ListInParts = List & { readonly parts: readonly Output[] }

function otherLists(catalog: Catalog, site: Site): List[] {
  const { solutions, translations } = catalog
  const lineTo = (title: string, path: PagePath, note = '') =>
    listLine({ title, url: absolute(site, twinPath(path)), note })
  const counted = (name: string, path: PagePath, { length }: readonly Solution[]) =>
    lineTo(name, path, plural(length, 'solution'))
  const products = productsOf(solutions, site)
  const holders = solutionsByCode(solutions)
  const rows: [string, string, string, string[]][] = [
    [
      'product',
      'products',
      'Products that several solutions name.',
      products.map(({ name, path, solutions }) => counted(name, path, solutions)),
    ],
    [
      'code',
      'error codes',
      'Error codes that several solutions share, and how these differ.',
      sharedCodes(solutions).map((code) => counted(code, codePath(site, code), holders.get(code) ?? [])),
    ],
    [
      'translations',
      'other languages',
      'Solutions that were translated.',
      translations.map(({ id, title, lang }) =>
        lineTo(title, solutionPath(site, id), site.labels[lang]?.name ?? lang),
      ),
    ],
    [
      'coverage',
      'coverage',
      'Which errors are reported, by kind of product, and which have a solution.',
      site.coverage.map(({ kind, slug }) => lineTo(kind, sitePath(site, `coverage/${slug}`))),
    ],
  ]
  return rows.map(([folder, name, about, lines]) => ({ folder, name, about, lines }))
}

function catalogText(
  catalog: Catalog,
  site: Site,
  shelves: readonly ListInParts[],
  others: readonly ListInParts[],
): string {
  const linked = ({ name, parts, about }: ListInParts) => {
    const [first = '', ...more] = parts.map(({ path }) => absolute(site, `/${path}`))
    const rest = more.map((url, at) => ` [Part ${at + 2}](${url})`).join('')
    return `${listLine({ title: name, url: first, note: about })}${rest}`
  }
  return fillTemplate(site, 'llms', {
    site,
    count: catalog.solutions.length,
    lines: clientLines(site),
    link: (name: string) => absolute(site, sitePath(site, name)),
    shelves: shelves.map(linked),
    others: others.map(linked),
    guides: catalog.guides.map((guide) => guideLine(guide, site)).join('\n'),
  })
}

/** The list in as many files as it takes to keep each within `readableCharacters`. */
function listParts({ folder, name, about, guides = [], lines }: List, site: Site): Output[] {
  const file = (part: number) => `${folder}/llms${part === 0 ? '' : `-${part + 1}`}.txt`
  const textOf = (shown: readonly string[], next: string | undefined) =>
    fillTemplate(site, 'category-list', {
      site,
      name,
      about,
      catalog: absolute(site, sitePath(site, 'llms.txt')),
      guides: guides.join('\n'),
      lines: shown.join('\n'),
      next: next && absolute(site, sitePath(site, next)),
    })
  // The address of the next part is the last line.
  const room = readableCharacters - textOf([], file(99)).length
  const parts = chunksOf(lines, room)
  return parts.map((shown, part) => ({
    path: siteFile(site, file(part)),
    body: textOf(shown, part + 1 < parts.length ? file(part + 1) : undefined),
  }))
}

/** Lines in runs that have fewer than `room` characters with their line ends; one run if there are no lines. */
function chunksOf(lines: readonly string[], room: number): string[][] {
  const chunks: string[][] = [[]]
  let size = 0
  for (const line of lines) {
    if (size + line.length + 1 > room) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push(line)
    size += line.length + 1
  }
  return chunks
}

const guideLine = ({ name, title, summary }: Guide, site: Site): string =>
  listLine({ title, url: absolute(site, twinPath(guidePath(site, name))), note: summary })

const solutionLine = ({ id, title, fixText }: Solution, site: Site): string =>
  listLine({ title, url: absolute(site, twinPath(solutionPath(site, id))), note: excerpt(fixText, 120) })

/** Name of the folder and of the skill, which agentskills.io requires to be equal. */
const skillName = 'error-solutions'

const description =
  'Finds the fix for an error message in a public catalog. Use it when a command or API call failed, when the same call failed twice, or on a rate limit, context limit, authentication error, tool-call error or loop.'

/** Below the site’s address. */
export const skillPath = `.well-known/agent-skills/${skillName}/SKILL.md`

export function skillFile(site: Site): string {
  const lines = clientLines(site)
  return fillTemplate(site, 'skill-file', {
    site,
    name: skillName,
    description,
    address: lines.address,
    lines,
  })
}

/** The search skill, its discovery files (agentskills.io discovery 0.2.0 and its predecessor), and the page that says how to install it. */
export function skill(catalog: Catalog, site: Site): Output[] {
  const body = skillFile(site)
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`
  const discovery = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name: skillName, type: 'skill-md', description, url: `${skillName}/SKILL.md`, digest }],
  }
  const earlier = { skills: [{ name: skillName, description, files: ['SKILL.md'] }] }
  const path = sitePath(site, 'skill')
  const install = installCommand(site)
  return [
    { path: siteFile(site, skillPath), body },
    { path: siteFile(site, '.well-known/agent-skills/index.json'), body: prettyJson(discovery) },
    { path: siteFile(site, `.well-known/skills/${skillName}/SKILL.md`), body },
    { path: siteFile(site, '.well-known/skills/index.json'), body: prettyJson(earlier) },
    ...catalogPage(catalog, site, {
      path,
      lang: 'en',
      title: 'The search skill',
      description,
      main: fillTemplate(site, 'skill', {
        description,
        install,
        file: sitePath(site, skillPath),
        html: renderText(body.replace(/^---\n[\s\S]*?\n---\n+# .*\n/, ''), site).html,
      }),
      text: `Install it with \`${install}\`.\n\n~~~~text\n${body}~~~~`,
    }),
  ]
}
