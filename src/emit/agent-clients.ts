import type { Site } from '../model/site.ts'
import { clientLines } from './client-files.ts'

/** What installs the search skill, for every agent or for the one that the skills program knows by this name. */
export const installCommand = (site: Site, agent?: string): string =>
  `npx skills add ${clientLines(site).address}${agent === undefined ? '' : ` --agent ${agent}`}`

const clients = {
  'Claude Code': 'claude-code',
  Codex: 'codex',
  Cursor: 'cursor',
  'Gemini CLI': 'gemini-cli',
  Copilot: 'github-copilot',
  OpenClaw: 'openclaw',
}

/** One line for each of the main clients, and the client itself for a shell. */
export function agentLines(site: Site): { readonly name: string; readonly line: string }[] {
  const { download, match } = clientLines(site)
  return [
    ...Object.entries(clients).map(([name, agent]) => ({ name, line: installCommand(site, agent) })),
    { name: 'Shell', line: `${download}\n${match}` },
  ]
}
