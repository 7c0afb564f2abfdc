import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** A folder that is gone when all tests have ended. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'test-'))

/** A content folder with the real labels, a neutral site and the given files. */
export function contentFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  // A folder of its own above it: templates are looked for beside the content.
  const dir = join(temporaryFolder(), 'content')
  mkdirSync(dir)
  cpSync(join(root, 'content/labels'), join(dir, 'labels'), { recursive: true })
  cpSync(join(root, 'test/fixtures/site.yaml'), join(dir, 'site.yaml'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

/** Builds a content folder; gives the report and a reader of the published files. */
export async function buildCatalog(
  content: string,
  options: { baseUrl?: string; site?: string; epoch?: string; cards?: boolean } = {},
) {
  const { build } = await import('../src/pipeline/build.ts')
  const out = join(temporaryFolder(), 'dist')
  const report = await build({ epoch: '1763596800', ...options, content, out })
  if (!report.output) throw new Error(`the catalog has problems: ${JSON.stringify(report.problems)}`)
  return { report, ...publishedIn(out) }
}

/** The real catalog, built: `npm test` builds it once for all test files and names the folder in DIST. */
export async function realCatalog() {
  return publishedIn(process.env.DIST || (await buildCatalog(join(root, 'content'))).out)
}

/** A reader of the published files. */
function publishedIn(out: string) {
  const files = (): string[] => filesBelow(out)
  const text = (path: string): string => readFileSync(join(out, path), 'utf8')
  return { out, files, text, json: (path: string) => JSON.parse(text(path)) }
}

export function filesBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .sort()
}
