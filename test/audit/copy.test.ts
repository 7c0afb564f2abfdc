import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { checkCopy } from '../../src/audit/hosted.ts'
import { serveStatic } from '../../src/serve/static-server.ts'
import { buildCatalog, contentFolder, filesBelow, temporaryFolder } from '../catalog.ts'
import { smallCatalog } from '../valid-solution.ts'

const { out, json } = await buildCatalog(contentFolder(smallCatalog))
let copy = ''
beforeEach(() => {
  copy = join(temporaryFolder(), 'copy')
  cpSync(out, copy, { recursive: true })
})

/** Proves the copy over HTTP, as a stranger would. */
async function prove(): Promise<string[]> {
  const { address, close } = await serveStatic(copy, 0)
  try {
    const { findings } = await checkCopy('catalog', async (path) => {
      const response = await fetch(new URL(`/${path}`, address))
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
    })
    return findings.map(({ code, path }) => `${code} ${path}`)
  } finally {
    await close()
  }
}

test('the manifest lists every other file', () => {
  const { count, files } = json('catalog/manifest.json')
  expect(files.map(({ path }: { path: string }) => path)).toEqual(
    filesBelow(out).filter((path) => path !== 'catalog/manifest.json'),
  )
  expect(count).toBe(files.length)
})

test('a copy as it was built has no finding', async () => expect(await prove()).toEqual([]))

test('a changed and a missing file are found', async () => {
  appendFileSync(join(copy, 'catalog/solutions/auth/second.md'), ' ')
  rmSync(join(copy, 'catalog/llms.txt'))
  expect(await prove()).toEqual([
    'manifest/missing catalog/llms.txt',
    'manifest/differs catalog/solutions/auth/second.md',
  ])
})

test('files at the root may be somebody else’s, but not changed', async () => {
  rmSync(join(copy, 'robots.txt'))
  expect(await prove()).toEqual([])
  appendFileSync(join(copy, '_headers'), ' ')
  expect(await prove()).toEqual(['manifest/differs _headers'])
})

test('a manifest that leads out of the folder is refused', async () => {
  const listed = JSON.stringify({ files: [{ path: '../../etc/passwd', bytes: 1, sha256: '' }] })
  await expect(checkCopy('catalog', async () => new TextEncoder().encode(listed))).rejects.toThrow(
    'not a Fixdex manifest',
  )
  expect(readFileSync(join(copy, 'catalog/manifest.json'), 'utf8')).not.toContain('..')
})
