import { createHash } from 'node:crypto'
import { parseIndex, parseTwin } from '../client/catalog-files.ts'
import { askHost, type Expected } from './ask-host.ts'
import type { Finding } from './finding.ts'

export interface SmokeOptions {
  readonly fetch: typeof globalThis.fetch
  /** `generated` of the build that should be there. */
  readonly generated?: string | undefined
}

/**
 * Asks a host for one file of each kind, as its readers do: a page at its bare address, the page's Markdown, the index,
 * the skill in its folder with a dot, a page that is not there. `fixdex audit --manifest` proves every byte instead.
 */
export async function smoke(
  address: string,
  { fetch, generated }: SmokeOptions,
): Promise<{ findings: Finding[]; asked: number }> {
  const findings: Finding[] = []
  let asked = 0
  const ask = (expected: Expected) => {
    asked++
    return askHost(address.replace(/(?<!\/)\/+$/, ''), expected, fetch, (code, path, message) =>
      findings.push({ code, path, message }),
    )
  }
  const index = await ask({ path: '/solutions.json', types: json, read: parseIndex })
  if (index === undefined) return { findings, asked }
  const published = parseIndex(index)
  if (generated !== undefined && generated !== published.generated) {
    findings.push({
      code: 'host/old',
      path: '/solutions.json',
      message: `Unexpected content of ${published.generated}, expected ${generated}`,
    })
  }
  const hash = createHash('sha256').update(index).digest('hex')
  await ask({ path: '/version.json', types: json, read: (body) => sameHash(body, hash) })
  await ask({ path: '/skill', types: html, read: starts('<!doctype html>') })
  const page = published.solutions[0] && belowSite(published.solutions[0].url)
  if (page !== undefined) {
    await ask({ path: page, types: html, read: starts('<!doctype html>') })
    await ask({ path: `${page}.md`, types: text, read: parseTwin })
  }
  await ask({ path: '/llms.txt', types: text, read: starts('# ') })
  await ask({
    path: '/.well-known/agent-skills/error-solutions/SKILL.md',
    types: text,
    read: starts('---\n'),
  })
  await ask({ path: '/solutions/general/there-is-no-such-page', status: 404 })
  return { findings, asked }
}

const json = ['application/json']
const html = ['text/html']
const text = ['text/markdown', 'text/plain']

/** `/site/solutions/…` without the site: a copy is tried at its own address. */
const belowSite = (url: string): string => url.replace(/^\/[^/]+/, '')

function sameHash(version: string, hash: string): void {
  const { sha256 } = JSON.parse(version) as { sha256?: string }
  if (sha256 !== hash) throw new Error('it tells the hash of another index')
}

function starts(first: string): (body: string) => void {
  return (body) => {
    if (!body.startsWith(first)) throw new Error(`it does not start with ${JSON.stringify(first)}`)
  }
}
