import { createReadStream, type Stats, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { contentType } from './content-type.ts'

/**
 * A host that helps nobody, as nginx, Apache and most object stores come: a path is a file or it is not there, and a
 * folder answers with a redirect to its own slash. What works here works anywhere.
 */
export function strictHost(dir: string) {
  return (request: IncomingMessage, response: ServerResponse, notFound: () => void): void => {
    const [pathname = '/', query] = (request.url ?? '/').split('?', 2)
    const path = decoded(pathname)
    if (path === undefined) {
      notFound()
      return
    }
    const place = join(dir, path)
    const found = look(place)
    if (found?.isDirectory() && !path.endsWith('/')) {
      // With a second slash in front it would name another host.
      const location = `${pathname.replace(/^\/+/, '/')}/${query === undefined ? '' : `?${query}`}`
      response.writeHead(301, { Location: location }).end()
      return
    }
    const file = path.endsWith('/') ? join(place, 'index.html') : place
    const stat = path.endsWith('/') ? look(file) : found
    if (!stat?.isFile()) {
      notFound()
      return
    }
    response.writeHead(200, { 'Content-Type': contentType(file), 'Content-Length': stat.size })
    if (request.method === 'HEAD') response.end()
    else
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response)
  }
}

/** The path in plain letters; nothing when it is malformed or climbs out of the folder. */
function decoded(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname)
    return path.includes('\0') || path.split(/[/\\]/).includes('..') ? undefined : path
  } catch {
    return undefined
  }
}

/** A path below a file (`/robots.txt/x`) is as absent as any other. */
function look(place: string): Stats | undefined {
  try {
    return statSync(place)
  } catch {
    return undefined
  }
}
