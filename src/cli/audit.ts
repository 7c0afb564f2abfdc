import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from '@commander-js/extra-typings'
import type { Finding } from '../audit/finding.ts'
import { prettyJson } from '../emit/output.ts'
import { Fault } from '../model/fault.ts'
import { plural, printable } from '../model/text.ts'
import { siteIn } from '../pipeline/disk.ts'
import { type Environment, exit } from './environment.ts'
import { folder, isAddress, wholeNumber } from './options.ts'

export const audit = (environment: Environment) =>
  new Command('audit')
    .description('read a built catalog back and check that it is complete and safe')
    .argument('[dir]', 'folder that `fixdex build` wrote', 'dist')
    .option(
      '--content <dir>',
      'where the catalog has labels and templates of its own (default: content, if it is there)',
    )
    .option('--templates <dir>', 'own page templates (default: the folder templates beside the content)')
    .option('--manifest <url|dir>', 'compare a published copy with its manifest.json instead')
    .option('--json', 'print the findings as JSON')
    .action(async (dir, { manifest, json, content = 'content', templates }) => {
      if (manifest !== undefined) return tell(await auditCopy(manifest, environment), environment, json)
      const { audit } = await import('../audit/audit.ts')
      const { recover } = await import('../pipeline/write-output.ts')
      const [built, own] = [folder(dir, environment), folder(content, environment)]
      recover(built)
      const { findings, pages, files } = audit(built, {
        content: existsSync(own) ? own : undefined,
        templates: templates && folder(templates, environment),
      })
      const told = `${plural(files, 'file')} and ${plural(pages, 'page')} audited`
      tell({ findings, told }, environment, json)
    })

export const smoke = (environment: Environment) =>
  new Command('smoke')
    .description('check that a host serves the published catalog correctly')
    .argument('<address>', 'where the site is published: <base_url>/<site>')
    .option('--generated <time>', '`generated` of the expected build')
    .option(
      '--wait <seconds>',
      'retry for this long, because hosts may take a while to serve a new version',
      wholeNumber,
      0,
    )
    .action(async (address, { generated, wait }) => {
      const { fetch, wallClock, stderr } = environment
      if (!/^https?:\/\/[^/]+\/[^/]/.test(address))
        throw new Fault(
          `${address} names no site`,
          'Write <base_url>/<site>, such as https://example.org/catalog.',
        )
      const { smoke } = await import('../audit/hosted.ts')
      const until = wallClock() + wait * 1000
      for (let pause = 1000; ; pause = Math.min(pause * 2, 15_000)) {
        const { findings, asked } = await smoke(address, { fetch, generated })
        if (findings.length === 0 || wallClock() + pause > until)
          return tell({ findings, told: `${plural(asked, 'file')} requested` }, environment)
        stderr(`${plural(findings.length, 'finding')}, retrying in ${pause / 1000} s\n`)
        await sleep(pause)
      }
    })

interface Audited {
  readonly findings: readonly Finding[]
  /** The last line: what was done. */
  readonly told: string
}

function tell({ findings, told }: Audited, { stdout, exitWith }: Environment, json = false): void {
  if (findings.length > 0) exitWith(exit.problems)
  if (json) return void stdout(prettyJson({ findings }))
  for (const { code, path, message } of findings) stdout(printable(`${path}: ${message} [${code}]\n`))
  stdout(`${told}, ${findings.length === 0 ? 'no findings' : plural(findings.length, 'finding')}\n`)
}

async function auditCopy(copy: string, environment: Environment): Promise<Audited> {
  const { checkCopy } = await import('../audit/hosted.ts')
  const dir = folder(copy, environment)
  const { findings, files } = isAddress(copy)
    ? await checkCopy(siteOf(copy), (path) => download(new URL(`/${path}`, copy).href, environment))
    : await checkCopy(siteIn(dir, 'manifest.json', 'Name the folder that was built.'), async (path) =>
        existsSync(join(dir, path)) ? readFileSync(join(dir, path)) : undefined,
      )
  return { findings, told: `${plural(files, 'file')} of the manifest compared` }
}

/** The name of a site: `site` for `https://host/site/`. */
function siteOf(address: string): string {
  const site = new URL(address).pathname.split('/')[1]
  if (!site) throw new Fault(`${address} names no site`, 'Write <base_url>/<site>.')
  return site
}

async function download(address: string, { fetch }: Environment): Promise<Uint8Array | undefined> {
  const fail = ({ cause }: Error) => {
    throw new Fault(`${address} can’t be reached`, cause instanceof Error ? cause.message : undefined)
  }
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) }).catch(fail)
  if (response.status === 404) return undefined
  if (!response.ok) throw new Fault(`${address} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer().catch(fail))
}
