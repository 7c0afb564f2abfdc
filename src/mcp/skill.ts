import { createHash } from 'node:crypto'
import { type CatalogReader, decode } from '../client/reader.ts'

/* The catalog's skill as the extension `io.modelcontextprotocol/skills` (SEP-2640) serves it. */

const name = 'error-solutions'

export const skillUri = `skill://${name}/SKILL.md`

export const findSkill = async (catalog: CatalogReader): Promise<string> =>
  (await catalog.read(`.well-known/agent-skills/${name}/SKILL.md`, decode)).value

/** The skill with its frontmatter and the digest of its one file. */
export function skillEntry(text: string) {
  const bytes = Buffer.from(text)
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  return {
    uri: skillUri,
    frontmatter: frontmatterOf(text),
    resources: [{ uri: skillUri, digest, size: bytes.length }],
  }
}

/** Text by key, and one level below: all that the template of the skill has. */
function frontmatterOf(text: string): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  let below: Record<string, string> = {}
  for (const line of (text.split('---\n')[1] ?? '').split('\n')) {
    const [, indent, key = '', value = ''] = /^( *)([\w-]+): ?(.*)$/.exec(line) ?? []
    if (indent) below[key] = value.replace(/^"(.*)"$/, '$1')
    else if (value === '' && key !== '') {
      below = {}
      data[key] = below
    } else if (key !== '') data[key] = value
  }
  return data
}
