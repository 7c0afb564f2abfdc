import type { FindingCode } from './finding.ts'

/** What a host has to answer at one address. */
export interface Expected {
  /** Below the site's address. */
  readonly path: string
  readonly status?: number
  /** One of these media types; any when it is left out. */
  readonly types?: readonly string[]
  /** Throws when the body is not what belongs there. */
  readonly read?: (body: string) => void
}

/** Asks for one file and tells what is not as expected; gives the body of a good answer. */
export async function askHost(
  site: string,
  { path, status = 200, types, read }: Expected,
  fetch: typeof globalThis.fetch,
  tell: (code: FindingCode, path: string, message: string) => void,
): Promise<string | undefined> {
  let response: Response
  let body: string
  try {
    response = await fetch(site + path, { signal: AbortSignal.timeout(20_000) })
    body = await response.text()
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : error
    tell('host/answer', path, `Unexpected failure, expected an answer: ${reason}`)
    return undefined
  }
  if (new URL(response.url).origin !== new URL(site).origin) {
    tell('host/answer', path, `Unexpected redirect to ${response.url}, expected an answer of this host`)
    return undefined
  }
  if (response.status !== status) {
    tell('host/answer', path, `Unexpected status ${response.status}, expected ${status}`)
    return undefined
  }
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/s, '').trim()
  if (types && !types.includes(type))
    tell('host/type', path, `Unexpected type \`${type}\`, expected ${types.join(' or ')}`)
  try {
    read?.(body)
    return body
  } catch (error) {
    tell('host/body', path, `Unexpected body: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}
