import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import * as z from 'zod'
import { quote } from './finding.ts'
import type { Texts } from './prove-index-parts.ts'
import type { Subject } from './subject.ts'

const discovery = z.looseObject({
  skills: z
    .array(z.looseObject({ name: z.string(), description: z.string(), url: z.string(), digest: z.string() }))
    .min(1),
})

/** The discovery file names skills that are there, with the digests of their bytes. */
export function proveSkills(texts: Texts, { site, report }: Subject): void {
  const folder = `${site}/.well-known/agent-skills`
  const path = `${folder}/index.json`
  const text = texts.get(path)
  if (text === undefined) return
  const checked = discovery.safeParse(parsed(text))
  if (!checked.success) {
    report('skill/digest', path, 'Unexpected content, expected a list of skills with name, url and digest')
    return
  }
  for (const { name, description, url, digest } of checked.data.skills) {
    const file = posix.join(folder, url)
    const skill = texts.get(file)
    const actual =
      skill === undefined
        ? 'a file that is not there'
        : `sha256:${createHash('sha256').update(skill).digest('hex')}`
    if (url !== `${name}/SKILL.md` || digest !== actual) {
      report('skill/digest', path, `Unexpected digest ${quote(digest)} of ${quote(url)}, expected ${actual}`)
    }
    if (skill !== undefined && !skill.startsWith(`---\nname: ${name}\ndescription: ${description}\n`)) {
      report('skill/digest', file, `Unexpected start, expected the name and description that ${path} gives`)
    }
  }
}

/** Clients of the earlier discovery form read a copy. */
export function proveSkillCopies(texts: Texts, { site, report }: Subject): void {
  for (const [path, text] of texts) {
    if (!path.startsWith(`${site}/.well-known/skills/`) || !path.endsWith('.md')) continue
    const original = path.replace('/skills/', '/agent-skills/')
    if (texts.get(original) !== text)
      report('file/differs', path, `Unexpected content, expected that of ${original}`)
  }
}

/** Broken JSON has its finding already. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
