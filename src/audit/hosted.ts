import { createHash } from 'node:crypto'
import { type ManifestFile, parseIndex, parseManifest, parseTwin } from '../client/catalog-files.ts'
import { Fault } from '../model/fault.ts'
import { type Fail, type Finding, type FindingCode, failAt, type Report } from './finding.ts'

/** What a host has to answer at one address. */
interface Expected {
  /** Below the site's address. */
  readonly path: string
  readonly status?: number
  /** Accepted media types; any if left out. */
  readonly types?: readonly string[]
  /** Throws if the body is not what belongs there. */
  readonly read?: (body: string) => void
}

const json = ['application/json']
const html = ['text/html']
const text = ['text/markdown', 'text/plain']

/**
 * Asks a host for one file of each kind, as its readers do: a page at its address without extension, the page's
 * Markdown, the index, the skill in its folder with a dot, a page that does not exist. `generated` is that of the build
 * that should be there. `checkCopy` compares every byte.
 */
export async function smoke(
  address: string,
  { fetch, generated }: { fetch: typeof globalThis.fetch; generated?: string | undefined },
) {
  const findings: Finding[] = []
  const report: Report = (code, path, message) => findings.push({ code, path, message })
  let asked = 0
  const ask = (expected: Expected) => {
    asked++
    return askHost(address.replace(/(?<!\/)\/+$/, ''), expected, fetch, failAt(report, expected.path))
  }
  const index = await ask({ path: '/solutions.json', types: json, read: parseIndex })
  if (index === undefined) return { findings, asked }
  const published = parseIndex(index)
  if (generated !== undefined && generated !== published.generated)
    report(
      'host/old',
      '/solutions.json',
      `Unexpected content of ${published.generated}, expected ${generated}`,
    )
  // `/site/solutions/…` without the site, because a copy is asked at its own address.
  const page = published.solutions[0]?.url.replace(/^\/[^/]+/, '')
  const read = startsWith('<!doctype html>')
  await ask({ path: '/version.json', types: json, read: (body) => checkVersion(body, index) })
  await ask({ path: '/skill', types: html, read })
  if (page !== undefined) {
    await ask({ path: page, types: html, read })
    await ask({ path: `${page}.md`, types: text, read: parseTwin })
  }
  await ask({ path: '/llms.txt', types: text, read: startsWith('# ') })
  const skill = '/.well-known/agent-skills/error-solutions/SKILL.md'
  await ask({ path: skill, types: text, read: startsWith('---\n') })
  await ask({ path: '/solutions/general/there-is-no-such-page', status: 404 })
  return { findings, asked }
}

/** Asks for one file and reports what is not as expected; returns the body of a good answer. */
async function askHost(
  site: string,
  { path, status = 200, types, read }: Expected,
  fetch: typeof globalThis.fetch,
  fail: Fail,
): Promise<string | undefined> {
  let code: FindingCode = 'host/answer'
  try {
    const response = await fetch(site + path, { signal: AbortSignal.timeout(20_000) })
    const body = await response.text()
    const type = (response.headers.get('content-type') ?? '').replace(/;.*/s, '').trim()
    if (new URL(response.url).origin !== new URL(site).origin)
      throw new Error(`Unexpected redirect to ${response.url}, expected an answer of this host`)
    if (response.status !== status)
      throw new Error(`Unexpected status ${response.status}, expected ${status}`)
    if (types && !types.includes(type))
      fail('host/type', `Unexpected type \`${type}\`, expected ${types.join(' or ')}`)
    code = 'host/body'
    read?.(body)
    return body
  } catch (error) {
    const { message, cause } = error as Error
    fail(code, cause instanceof Error ? `No answer: ${cause.message}` : message)
    return undefined
  }
}

const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function checkVersion(version: string, index: string): void {
  const { sha256 } = JSON.parse(version) as { sha256?: string }
  if (sha256 !== sha256Of(index)) throw new Error('Unexpected hash, expected that of solutions.json')
}

const startsWith = (first: string) => (body: string) => {
  if (!body.startsWith(first))
    throw new Error(`Unexpected body, expected it to start with ${JSON.stringify(first)}`)
}

/**
 * Compares a published copy with its own `manifest.json`: every listed file has the listed bytes. `read` gets a file
 * by its path from the origin's root; undefined when it does not exist. Files at the origin's root may be missing,
 * because a site may be published below someone else's root.
 */
export async function checkCopy(site: string, read: (path: string) => Promise<Uint8Array | undefined>) {
  const listed = readManifest(await read(`${site}/manifest.json`))
  const findings: Finding[] = []
  for (const { path, bytes, sha256 } of listed) {
    const body = await read(path)
    if (body === undefined) {
      if (path.startsWith(`${site}/`))
        findings.push({ code: 'manifest/missing', path, message: 'Missing: listed in the manifest' })
    } else if (body.byteLength !== bytes || sha256Of(body) !== sha256) {
      const message = `Unexpected content of ${body.byteLength} bytes, expected ${bytes} bytes with sha256 ${sha256}`
      findings.push({ code: 'manifest/differs', path, message })
    }
  }
  return { findings, files: listed.length }
}

function readManifest(body: Uint8Array | undefined): readonly ManifestFile[] {
  if (body === undefined) {
    const hint = 'Name the site: <base_url>/<site>, or the folder that was built.'
    throw new Fault('No manifest.json at this address', hint)
  }
  try {
    return parseManifest(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Fault('The manifest.json at this address is not a Fixdex manifest')
  }
}
