import type { Example } from '../../src/checks/rule.ts'

const clean = {
  title: 'MCP server exits at start with ENOENT npx',
  symptom: '- The log shows `spawn npx ENOENT`.\n- The tool list stays empty after the restart.',
  cause: 'The desktop app does not read the login shell, so its `PATH` has no Node folder.',
  fix: 'Write the full path of npx into the configuration: `"command": "/usr/local/bin/npx"`.',
  environment: 'Desktop agents on macOS 14, Node 20.',
}

/** A page without any fault, with one piece replaced. */
export function examplePage(example: Example = {}): string {
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
  return `---\ntitle: ${JSON.stringify(title)}\n${defaults}${keys === '' ? '' : `${keys}\n`}---\n\n## Symptom\n\n${symptom}\n\n## Root Cause\n\n${cause}\n\n## Fix\n\n${fix}\n\n${checklist}## Environment\n\n${environment}\n`
}
