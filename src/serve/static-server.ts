import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import sirv, { type RequestHandler } from 'sirv'
import { siteIn } from '../pipeline/disk.ts'
import { contentType, serveLocally } from './http.ts'

/**
 * Serves a built folder on loopback as the hosts in PUBLISHING do: GET only, a page's twin for `Accept: text/markdown`,
 * `404.html` for what does not exist. A strict host knows only files: no twin and no `X.html` when asked for `X`.
 */
export async function serveStatic(dir: string, port: number | undefined, { strict = false } = {}) {
  const home = siteIn(dir, 'solutions.json', 'Run `fixdex build` first, or name the folder with --out DIR.')
  const files = strict ? strictHost(dir) : sirv(dir, sirvOptions)
  const answer: RequestListener = (request, response) => {
    const notFound = () => {
      const page = join(dir, '404.html')
      response.writeHead(404, { 'Content-Type': contentType(page) })
      response.end(existsSync(page) ? readFileSync(page) : '')
    }
    if (!strict) {
      response.setHeader('Vary', 'Accept')
      if (request.headers.accept?.includes('text/markdown')) request.url = twinAt(dir, request.url ?? '/')
    }
    if (leaves(dir, request.url ?? '/')) notFound()
    else files(request, response, notFound)
  }
  const { origin, close } = await serveLocally(answer, port, 'only')
  return { address: `${origin}/${home}`, close }
}

/** In `dev` mode sirv looks at the disk at each request, so a new build is served at once. */
const sirvOptions = { dev: true, dotfiles: true, etag: true }

/**
 * The behaviour of nginx, Apache and most object stores: a path is a file or does not exist, and a folder redirects to
 * its trailing slash. What works here works on any host.
 */
function strictHost(dir: string): RequestHandler {
  const setHeaders = (response: ServerResponse, pathname: string) =>
    void response.setHeader('Content-Type', contentType(pathname))
  const files = sirv(dir, { ...sirvOptions, extensions: [], setHeaders })
  return (request, response, notFound) => {
    const [pathname = '/', query] = (request.url ?? '/').split('?', 2)
    const hasSlash = pathname.endsWith('/')
    const folder = isFolder(dir, pathname)
    if (folder && !hasSlash) {
      // With a second slash at the start it would name another host.
      const location = `${pathname.replace(/^\/+/, '/')}/${query === undefined ? '' : `?${query}`}`
      response.writeHead(301, { Location: location }).end()
    } else if (hasSlash && !folder) notFound?.()
    else {
      if (folder) request.url = `${pathname}index.html`
      files(request, response, notFound)
    }
  }
}

/** The address of the page's twin, or the address itself where it has none. */
function twinAt(dir: string, url: string): string {
  const twin = `${url.split('?', 1)[0]?.replace(/\/$/, '')}.md`
  return !leaves(dir, twin) && existsSync(join(dir, twin)) ? twin : url
}

/** Does a link inside of the folder lead out of it? */
function leaves(dir: string, url: string): boolean {
  try {
    const path = decodeURIComponent(url.split('?', 1)[0] ?? '/')
    const root = realpathSync(dir)
    return relative(root, realpathSync(join(dir, path))).startsWith('..')
  } catch {
    return false
  }
}

function isFolder(dir: string, pathname: string): boolean {
  try {
    const path = decodeURIComponent(pathname)
    return !path.split(/[/\\]/).includes('..') && statSync(join(dir, path)).isDirectory()
  } catch {
    // Malformed, missing, or below a file.
    return false
  }
}
