import { readFileSync, realpathSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join, relative } from 'node:path'
import { decoded } from '../model/text.ts'
import { siteIn } from '../pipeline/disk.ts'
import { contentType, serveLocally } from './http.ts'

/**
 * Serves a built folder on loopback as the hosts in PUBLISHING do: a page's twin for `Accept: text/markdown`, `404.html`
 * for what does not exist. A strict host behaves as nginx, Apache and most object stores: it knows no twin and no `X.html`
 * when asked for `X`, and redirects a folder to its trailing slash. What works there works on any host.
 */
export async function serveStatic(dir: string, port: number | undefined, { strict = false } = {}) {
  const home = siteIn(dir, 'solutions.json', 'Run `fixdex build` first, or name the folder with --out DIR.')
  const answer: RequestListener = ({ url = '/', headers }, response) => {
    const [address = '/', query] = url.split('?', 2)
    const path = decoded(address)
    if (strict && !path.endsWith('/') && insideOf(dir, path)?.isFolder) {
      // With a second slash at the start it would name another host.
      const location = `${address.replace(/^\/+/, '/')}/${query === undefined ? '' : `?${query}`}`
      response.writeHead(301, { Location: location }).end()
      return
    }
    const name = path.replace(/\/$/, '')
    const twin = headers.accept?.includes('text/markdown') ? [`${name}.md`] : []
    const exact = path.endsWith('/') ? `${path}index.html` : path
    const paths = strict ? [exact] : [...twin, exact, `${name}/index.html`, `${name}.html`]
    const found = paths.find((each) => insideOf(dir, each)?.isFolder === false)
    const file = found ?? '404.html'
    response.writeHead(found === undefined ? 404 : 200, {
      'Content-Type': contentType(file),
      // The next build is served at once.
      'Cache-Control': 'no-cache',
      ...(strict ? {} : { Vary: 'Accept' }),
    })
    response.end(insideOf(dir, file) && readFileSync(join(dir, file)))
  }
  const { origin, close } = await serveLocally(answer, port, 'only')
  return { address: `${origin}/${home}`, close }
}

/** What exists at a path of the folder, unless it or a link in it leads outside. */
function insideOf(dir: string, path: string): { isFolder: boolean } | undefined {
  try {
    const real = realpathSync(join(dir, path))
    if (relative(realpathSync(dir), real).startsWith('..')) return undefined
    return { isFolder: statSync(real).isDirectory() }
  } catch {
    // Malformed, missing, or below a file.
    return undefined
  }
}
