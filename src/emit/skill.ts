import { createHash } from 'node:crypto'
import type { Catalog } from '../model/catalog.ts'
import { absolute, type Site, siteFile, sitePath } from '../model/site.ts'
import { fillTemplate } from '../render/template.ts'
import { twin } from '../render/twin.ts'
import type { Output } from './output.ts'
import { page } from './page.ts'

/** Name of the folder and of the skill: agentskills.io wants them equal. */
const skillName = 'error-solutions'

const description =
  'Finds the fix for an error message in a public catalog. Use it when a command or API call failed, when the same call failed twice, or on a rate limit, context limit, authentication error, tool-call error or loop.'

/** The search skill, its discovery files (agentskills.io discovery 0.2.0 and its predecessor), and the page that says how to install it. */
export function skill({ generated }: Catalog, site: Site): Output[] {
  const address = absolute(site, sitePath(site, ''))
  const body = fillTemplate(site, 'skill-file', {
    site,
    name: skillName,
    description,
    address: address.replace(/\/$/, ''),
  })
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`
  const discovery = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name: skillName, type: 'skill-md', description, url: `${skillName}/SKILL.md`, digest }],
  }
  const earlier = { skills: [{ name: skillName, description, files: ['SKILL.md'] }] }
  const path = sitePath(site, 'skill')
  const install = `npx skills add ${address.replace(/\/$/, '')}`
  return [
    { path: siteFile(site, `.well-known/agent-skills/${skillName}/SKILL.md`), body },
    {
      path: siteFile(site, '.well-known/agent-skills/index.json'),
      body: `${JSON.stringify(discovery, null, 2)}\n`,
    },
    { path: siteFile(site, `.well-known/skills/${skillName}/SKILL.md`), body },
    { path: siteFile(site, '.well-known/skills/index.json'), body: `${JSON.stringify(earlier, null, 2)}\n` },
    ...page(site, {
      path,
      lang: 'en',
      title: 'The search skill',
      description,
      trail: [],
      main: fillTemplate(site, 'skill', {
        site,
        install,
        file: sitePath(site, `.well-known/agent-skills/${skillName}/SKILL.md`),
        text: body,
      }),
      markdown: twin(
        { title: 'The search skill', url: absolute(site, path), updated: generated.slice(0, 10) },
        site,
        `Install it with \`${install}\`.\n\n~~~~text\n${body}~~~~`,
      ),
    }),
  ]
}
