import { createHash } from 'node:crypto'
import { type ManifestFile, parseManifest } from '../client/catalog-files.ts'
import { Fault } from '../model/fault.ts'
import type { Finding } from './finding.ts'

/** Gets a file of a published copy by its path from the origin's root; undefined when it is not there. */
export type ReadCopy = (path: string) => Promise<Uint8Array | undefined>

/**
 * Proves a published copy against its own `manifest.json`: every listed file is there with the listed bytes. Files at
 * the origin's root may be missing, because a site may be published below somebody else's root.
 */
export async function proveCopy(
  site: string,
  read: ReadCopy,
): Promise<{ findings: Finding[]; files: number }> {
  const listed = readManifest(await read(`${site}/manifest.json`))
  const findings: Finding[] = []
  for (const { path, bytes, sha256 } of listed) {
    const body = await read(path)
    if (body === undefined) {
      if (path.startsWith(`${site}/`))
        findings.push({
          code: 'manifest/missing',
          path,
          message: 'Unexpected absence, expected the file that the manifest lists',
        })
    } else if (body.byteLength !== bytes || createHash('sha256').update(body).digest('hex') !== sha256) {
      findings.push({
        code: 'manifest/differs',
        path,
        message: `Unexpected content of ${body.byteLength} bytes, expected ${bytes} bytes with sha256 ${sha256}`,
      })
    }
  }
  return { findings, files: listed.length }
}

function readManifest(body: Uint8Array | undefined): readonly ManifestFile[] {
  if (body === undefined)
    throw new Fault(
      'No manifest.json at this address',
      'Name the site: <base_url>/<site>, or the folder that was built.',
    )
  try {
    return parseManifest(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new Fault('The manifest.json at this address is none of a catalog')
  }
}
