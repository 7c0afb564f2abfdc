import { hash } from 'node:crypto'
import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import {
  absolute,
  guidePath,
  type PagePath,
  type Site,
  siteFile,
  sitePath,
  solutionPath,
  twinPath,
} from '../model/site.ts'
import { excerpt, plural } from '../model/text.ts'
import { unknownFirst } from '../model/unaided.ts'
import { categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { clientLines } from './client-lines.ts'
import { isInShards } from './index-files.ts'
import { productsOf, type Shared, sharedCodes } from './lists.ts'
import { type Output, prettyJson } from './output.ts'
import { catalogPage } from './page.ts'
import { renderText } from './text-pages.ts'

/** No file for models is longer, because their fetch tools cut longer ones. */
export const readableCharacters = 20_000

/** `llms.txt` of the catalog and of each category, of products, shared codes and coverage (llmstxt.org format). */
export function agentFiles(catalog: Catalog, site: Site): Output[] {
  const inParts = (list: List) => ({ ...list, parts: listParts(list, site) })
  const guideLines = (guides: readonly Guide[]) =>
    guides.map(({ name, title, summary }) => lineTo(title, guidePath(site, name), summary, site)).join('\n')
  const shelves = categories.map((category) => {
    const solutions = unknownFirst(solutionsOf(catalog, category))
    return inParts({
      folder: `solutions/${category}`,
      name: category,
      about: `${site.categories[category]} ${plural(solutions.length, 'solution')}.`,
      guides: guideLines(guidesOf(catalog, category)),
      lines: solutions.map(({ id, title, fixText }) =>
        lineTo(title, solutionPath(site, id), excerpt(fixText, 120), site),
      ),
    })
  })
  const others = otherLists(catalog, site)
    .filter(({ lines }) => lines.length > 0)
    .map(inParts)
  const linked = ({ name, parts, about }: (typeof others)[number]) => {
    const [first = '', ...more] = parts.map(({ path }) => absolute(site, `/${path}`))
    const rest = more.map((url, at) => ` [Part ${at + 2}](${url})`).join('')
    return `${listLine({ title: name, url: first, note: about })}${rest}`
  }
  const body = fillTemplate(site, 'llms', {
    count: plural(catalog.solutions.length, 'solution'),
    lines: clientLines(site),
    inShards: isInShards(catalog),
    shelves: shelves.map(linked),
    others: others.map(linked),
    guides: guideLines(catalog.guides),
  })
  return [
    { path: siteFile(site, 'llms.txt'), body },
    ...[...shelves, ...others].flatMap(({ parts }) => parts),
  ]
}

const lineTo = (title: string, path: PagePath, note: string, site: Site): string =>
  listLine({ title, url: absolute(site, twinPath(path)), note })

/** A list for models: one line for each page. */
interface List {
  readonly folder: string
  readonly name: string
  readonly about: string
  readonly lines: readonly string[]
  readonly guides?: string
}

function otherLists({ solutions, translations }: Catalog, site: Site): List[] {
  const counted = ({ name, path, solutions }: Shared) =>
    lineTo(name, path, plural(solutions.length, 'solution'), site)
  return [
    {
      folder: 'product',
      name: 'products',
      about: 'Products that several solutions name.',
      lines: productsOf(solutions, site).map(counted),
    },
    {
      folder: 'code',
      name: 'error codes',
      about: 'Error codes that several solutions share, and how these differ.',
      lines: sharedCodes(solutions, site).map(counted),
    },
    {
      folder: 'translations',
      name: 'other languages',
      about: 'Solutions that were translated.',
      lines: translations.map(({ id, title, lang }) =>
        lineTo(title, solutionPath(site, id), site.labels[lang]?.name ?? lang, site),
      ),
    },
    {
      folder: 'coverage',
      name: 'coverage',
      about: 'Which errors are reported, by kind of product, and which have a solution.',
      lines: site.coverage.map(({ kind, slug }) =>
        lineTo(kind, sitePath(site, `coverage/${slug}`), '', site),
      ),
    },
  ]
}

/** The list in as many files as it takes to keep each within `readableCharacters`. */
function listParts({ folder, lines, ...list }: List, site: Site): Output[] {
  const file = (part: number) => `${folder}/llms${part === 0 ? '' : `-${part + 1}`}.txt`
  const textOf = (shown: readonly string[], next: string | undefined) =>
    fillTemplate(site, 'category-list', { ...list, lines: shown.join('\n'), next })
  // The address of the next part is the last line.
  const room = readableCharacters - textOf([], file(99)).length
  const parts: string[][] = [[]]
  let size = 0
  for (const line of lines) {
    size += line.length + 1
    if (size > room) {
      parts.push([])
      size = line.length + 1
    }
    parts.at(-1)?.push(line)
  }
  return parts.map((shown, part) => ({
    path: siteFile(site, file(part)),
    body: textOf(shown, part + 1 < parts.length ? file(part + 1) : undefined),
  }))
}

/** Name of the folder and of the skill, which agentskills.io requires to be equal. */
const skillName = 'error-solutions'

const description =
  'Finds the fix for an error message in a public catalog. Use it when a command or API call failed, when the same call failed twice, or on a rate limit, context limit, authentication error, tool-call error or loop.'

/** Below the site’s address. */
export const skillPath = `.well-known/agent-skills/${skillName}/SKILL.md`

export const skillFile = (catalog: Catalog, site: Site): string =>
  fillTemplate(site, 'skill-file', {
    name: skillName,
    description,
    lines: clientLines(site),
    inShards: isInShards(catalog),
  })

/** The search skill, its discovery files (agentskills.io discovery 0.2.0 and its predecessor), and the page about it. */
export function skill(catalog: Catalog, site: Site): Output[] {
  const body = skillFile(catalog, site)
  const digest = `sha256:${hash('sha256', body)}`
  const discovery = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name: skillName, type: 'skill-md', description, url: `${skillName}/SKILL.md`, digest }],
  }
  const earlier = { skills: [{ name: skillName, description, files: ['SKILL.md'] }] }
  const { skill: install } = clientLines(site)
  return [
    { path: siteFile(site, skillPath), body },
    { path: siteFile(site, '.well-known/agent-skills/index.json'), body: prettyJson(discovery) },
    { path: siteFile(site, `.well-known/skills/${skillName}/SKILL.md`), body },
    { path: siteFile(site, '.well-known/skills/index.json'), body: prettyJson(earlier) },
    ...catalogPage(catalog, site, 'skill', {
      path: sitePath(site, 'skill'),
      lang: 'en',
      title: 'The search skill',
      description,
      data: {
        install,
        skillPath,
        html: renderText(body.replace(/^---\n[\s\S]*?\n---\n+# .*\n/, ''), site).html,
      },
      text: `Install it with \`${install}\`.\n\n~~~~text\n${body}~~~~`,
    }),
  ]
}
