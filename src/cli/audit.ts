import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { Finding } from '../audit/finding.ts'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'
import { type Environment, type ExitCode, exit } from './environment.ts'
import { folder } from './options.ts'
import { plural } from './print-problems.ts'

export interface AuditFlags {
  json?: boolean
  manifest?: string
}

export function declareAudit(program: Command): Command {
  return program
    .command('audit')
    .description('read a built catalog back and check that it is complete and safe')
    .argument('[dir]', 'folder that `fixdex build` wrote', 'dist')
    .option('--manifest <url|dir>', 'compare a published copy with its manifest.json instead')
    .option('--json', 'print the findings as JSON')
}

export async function runAudit(dir: string, flags: AuditFlags, environment: Environment): Promise<ExitCode> {
  const { findings, told } =
    flags.manifest === undefined
      ? await auditFolder(folder(dir, environment))
      : await auditCopy(flags.manifest, environment)
  if (flags.json) environment.stdout(`${JSON.stringify({ findings }, null, 2)}\n`)
  else {
    for (const { code, path, message } of findings)
      environment.stdout(printable(`${path}: ${message} [${code}]\n`))
    environment.stdout(
      `${told}, ${findings.length === 0 ? 'no findings' : plural(findings.length, 'finding')}\n`,
    )
  }
  return findings.length === 0 ? exit.ok : exit.problems
}

interface Audited {
  readonly findings: readonly Finding[]
  readonly told: string
}

async function auditFolder(dir: string): Promise<Audited> {
  const { audit } = await import('../audit/audit.ts')
  const { recover } = await import('../pipeline/write-output.ts')
  recover(dir)
  const { findings, pages, files } = audit(dir)
  return { findings, told: `${plural(files, 'file')} and ${plural(pages, 'page')} audited` }
}

async function auditCopy(copy: string, environment: Environment): Promise<Audited> {
  const { checkCopy } = await import('../audit/hosted.ts')
  const { findings, files } = /^https?:\/\//.test(copy)
    ? await checkCopy(siteOf(copy), (path) => download(new URL(`/${path}`, copy).href, environment))
    : await checkCopy(siteIn(folder(copy, environment)), async (path) =>
        readIfThere(join(folder(copy, environment), path)),
      )
  return { findings, told: `${plural(files, 'file')} of the manifest compared` }
}

/** `https://host/site/` is the site `site`. */
function siteOf(address: string): string {
  const site = new URL(address).pathname.split('/')[1]
  if (!site) throw new Fault(`${address} names no site`, 'Write <base_url>/<site>.')
  return site
}

function siteIn(dir: string): string {
  const site =
    existsSync(dir) && readdirSync(dir).find((name) => existsSync(join(dir, name, 'manifest.json')))
  if (!site) throw new Fault(`No manifest.json in a site below ${dir}`, 'Name the folder that was built.')
  return site
}

const readIfThere = (file: string): Uint8Array | undefined =>
  existsSync(file) ? readFileSync(file) : undefined

async function download(address: string, { fetch }: Environment): Promise<Uint8Array | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) })
    if (response.ok) return new Uint8Array(await response.arrayBuffer())
    if (response.status === 404) return undefined
    throw new Fault(`${address} answered ${response.status}`)
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault(
      `${address} can’t be reached`,
      error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined,
    )
  }
}
