import type { Output } from '../emit/output.ts'

/** What is sent for an address. */
export interface Located {
  readonly status: 200 | 404 | 500
  readonly file: { readonly path: string } & Pick<Output, 'body' | 'encoding'>
}

/** The published file that a host sends for an address, else the page for what is not there. */
export function locate(pathname: string, published: (path: string) => Output | undefined): Located {
  const path = plain(pathname).replace(/^\//, '').replace(/\/$/, '')
  const isFile = /\.[^/.]*$/.test(path)
  const names = isFile ? [path] : [`${path}/index.html`, path]
  for (const name of names) {
    const file = published(name)
    if (file) return { status: 200, file }
  }
  const missing = published('404.html')
  if (missing === undefined) throw new Error('every catalog has a 404.html')
  return { status: 404, file: missing }
}

/** Stands for a page that its template can't make: it listens, shows why, and becomes the page when that is mended. */
export const notMade: Located = {
  status: 500,
  file: {
    path: '500.html',
    body: '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Not made</title>\n</head>\n<body></body>\n</html>\n',
  },
}

function plain(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    // Malformed, so nothing is there.
    return pathname
  }
}
