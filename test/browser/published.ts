import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCatalog, contentFolder, filesBelow, root } from '../catalog.ts'

const content = join(root, 'content')

/** The real catalog, built: its pages have what nobody would think of for a test. */
export function publishReal(): string {
  const files = filesBelow(content).map((path) => [path, readFileSync(join(content, path))] as const)
  return buildCatalog(contentFolder(Object.fromEntries(files))).out
}

/** One address of every kind of page, and the solutions with the most in them: cautions, tables, other scripts. */
export const pageKinds: readonly (readonly [kind: string, address: string])[] = [
  ['home', ''],
  ['category', '/solutions/auth'],
  ['guide', '/guide/auth-errors'],
  ['skill', '/skill'],
  ['rules', '/rules'],
  ['search', '/search?q=429'],
  ['codes', '/code'],
  ['code', '/code/http-429'],
  ['not found', '/404.html'],
  ['solution', '/solutions/agentplatform/claude-code-auto-update-failed-npm-enotempty'],
  ['executed solution', '/solutions/tool-failure/openai-invalid-schema-for-function'],
  ['solution in Korean', '/solutions/auth/openai-api-key-client-option-must-be-set'],
]
