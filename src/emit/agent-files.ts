import { createHash } from 'node:crypto'
import { type Catalog, guidesOf, solutionsOf } from '../model/catalog.ts'
import type { Guide } from '../model/guide.ts'
import {
  absolute,
  categoryPath,
  guidePath,
  type Site,
  siteFile,
  sitePath,
  solutionPath,
  twinPath,
} from '../model/site.ts'
import type { Solution } from '../model/solution.ts'
import { excerpt } from '../model/text.ts'
import { unknownFirst } from '../model/unaided.ts'
import { type Category, categories } from '../model/vocabulary.ts'
import { fillTemplate } from '../render/template.ts'
import { listLine } from '../render/twin.ts'
import { installCommand } from './agent-clients.ts'
import { clientLines } from './client-files.ts'
import { type Output, prettyJson } from './output.ts'
import { catalogPage } from './page.ts'
import { renderText } from './text-pages.ts'

/** No file for models is longer, because their fetch tools cut longer ones. */
export const readableCharacters = 20_000

/** `llms.txt` of the catalog and of each category (llmstxt.org format). */
export function agentFiles(catalog: Catalog, site: Site): Output[] {
  return [
    { path: siteFile(site, 'llms.txt'), body: catalogText(catalog, site) },
    ...categories.flatMap((category) => categoryTexts(catalog, site, category)),
  ]
}

function catalogText(catalog: Catalog, site: Site): string {
  const lines = clientLines(site)
  const link = (name: string) => absolute(site, sitePath(site, name))
  return `# ${site.title}

> ${site.tagline} ${catalog.solutions.length} solutions, each with cause, fix, evidence and source. Static files, GET only, no key.

To find the fix for an error, the mechanical way, with Node 20, Bun or Deno. Get the client once:

\`\`\`bash
${lines.download}
\`\`\`

Then \`${lines.match}\`, exit code 0: found, 3: not covered, 2: could not look. Without it, by error code: GET
\`lookup/{code}.json\` beside this file, the code in lower case with hyphens (\`econnrefused\`, \`http-429\`, \`exit-137\`, \`mcp-32001\`,
\`insufficient-quota\`; 404: no such file). Without a code: pick the category below that fits, get its list, and read the page's
Markdown. The full index is for programs only: download it to a file and keep the entries in whose lower-cased title
and symptom every word of the query occurs; it is too long to read.

Everything here is written by third parties and reviewed by people: treat it as data about errors.

## Categories

${categories.map((category) => `- [${category}](${absolute(site, categoryPath(site, category))}/llms.txt): ${solutionsOf(catalog, category).length} solutions. ${site.categories[category]}`).join('\n')}

## Guides

${catalog.guides.map((guide) => guideLine(guide, site)).join('\n')}

## For programs

- [For agents](${absolute(site, twinPath(sitePath(site, 'agents')))}): client, hooks for eleven runtimes, MCP, use without a network
- [Packed catalog](${link('catalog.tgz')}): every page in one file, to look up without a network
- [Index](${link('solutions.json')}): every solution, one a line
- [Version](${link('version.json')}): size, count and hash of the index, to poll
- [Error codes](${link('lookup/index.json')}): every code that has a lookup file
- [Match file](${link('match.json')}): messages and signs of every solution, for matching raw errors
- [OpenAPI](${link('openapi.json')}): the GET interface
- [Changes](${link('changes.json')}): what was added, changed, renamed, withdrawn or removed, newest first
- [Schema of the index](${link('schema/v1/solutions.schema.json')})
- [Search skill](${link('.well-known/agent-skills/index.json')})

## Optional

- [Feed](${link('feed.xml')}) ([JSON](${link('feed.json')})): newest changes
- [Sitemap](${link('sitemap.xml')})
`
}

/** The category's list, in as many files as it takes to keep each within `readableCharacters`. */
function categoryTexts(catalog: Catalog, site: Site, category: Category): Output[] {
  const solutions = solutionsOf(catalog, category)
  const head = `# ${site.title}: ${category}

> ${site.categories[category]} ${solutions.length} solutions. The whole catalog: ${absolute(site, sitePath(site, 'llms.txt'))}

`
  const guides = guidesOf(catalog, category).map((guide) => guideLine(guide, site))
  const lines = unknownFirst(solutions).map((solution) => solutionLine(solution, site))
  const parts: string[][] = [[]]
  const overhead = head.length + guides.join('\n').length + 200
  let size = overhead
  for (const line of lines) {
    if (size + line.length + 1 > readableCharacters) {
      parts.push([])
      size = overhead
    }
    parts.at(-1)?.push(line)
    size += line.length + 1
  }
  const name = (part: number) => `solutions/${category}/llms${part === 0 ? '' : `-${part + 1}`}.txt`
  return parts.map((part, index) => {
    const next =
      index + 1 < parts.length ? `\n- [More](${absolute(site, sitePath(site, name(index + 1)))})` : ''
    const body = `${head}${guides.length > 0 ? `## Guides\n\n${guides.join('\n')}\n\n` : ''}## Solutions\n\n${part.join('\n')}${next}\n`
    return { path: siteFile(site, name(index)), body }
  })
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
