import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CatalogExample, ExampleFile, PageExample } from '../../src/checks/data.ts'
import { contentFolder } from '../catalog.ts'

const clean = {
  title: 'MCP server exits at start with ENOENT npx',
  symptom: '- The log shows `spawn npx ENOENT`.\n- The tool list stays empty after the restart.',
  cause: 'The desktop app does not read the login shell, so its `PATH` has no Node folder.',
  fix: 'Write the full path of npx into the configuration: `"command": "/usr/local/bin/npx"`.',
  environment: 'Desktop agents on macOS 14, Node 20.',
}

/** A page without any fault, with one piece replaced. */
export function examplePage(example: PageExample = {}): string {
  const { title, symptom, cause, fix, environment } = { ...clean, ...example }
  const checklist = example.checklist === undefined ? '' : `## Checklist\n\n${example.checklist}\n\n`
  const keys = example.frontmatter ?? ''
  const defaults = [
    ['errors', 'errors:\n  - spawn npx ENOENT\n'],
    ['affects', 'affects:\n  - product: Claude Desktop\n'],
    ['evidence', 'evidence: confirmed\n'],
    ['source', 'source: https://example.org/issues/1\n'],
    ['retry', 'retry: after-fix\n'],
    ['attempts', 'attempts: 3\n'],
    ['reviewed', 'reviewed: 2026-11-01\n'],
  ]
    .filter(([key]) => !new RegExp(`^${key}:`, 'm').test(keys))
    .map(([, lines]) => lines)
    .join('')
  const body =
    example.body ??
    `## Symptom\n\n${symptom}\n\n## Root Cause\n\n${cause}\n\n## Fix\n\n${fix}\n\n${checklist}## Environment\n\n${environment}\n`
  return `---\ntitle: ${JSON.stringify(title)}\n${defaults}${keys === '' ? '' : `${keys}\n`}---\n\n${body}`
}

/** A content folder with the files of an example. */
export function exampleFolder({ files }: CatalogExample): string {
  const content = contentFolder(
    Object.fromEntries(
      Object.entries(files).flatMap(([path, file]) =>
        typeof file !== 'string' && 'link' in file ? [] : [[path, bytesOf(file)]],
      ),
    ),
  )
  for (const [path, file] of Object.entries(files)) {
    if (typeof file === 'string' || !('link' in file)) continue
    mkdirSync(dirname(join(content, path)), { recursive: true })
    symlinkSync(file.link, join(content, path))
  }
  return content
}

function bytesOf(file: Exclude<ExampleFile, { link: string }>): string | Uint8Array {
  if (typeof file === 'string') return file
  return 'latin1' in file ? Buffer.from(file.latin1, 'latin1') : examplePage(file)
}
