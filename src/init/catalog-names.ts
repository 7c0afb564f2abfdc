import { basename } from 'node:path'
import { productSlug } from '../emit/lists.ts'
import { Fault } from '../model/fault.ts'
import { httpsUrl } from '../model/fields.ts'

/** Names and addresses of a new catalog. */
export interface CatalogNames {
  /** False if the repository's address is a placeholder. */
  readonly known: boolean
  readonly site: string
  readonly title: string
  readonly repository: string
  readonly baseUrl: string
}

/** Missing names follow from the repository, and that from git's `origin` or the folder's name. */
export function catalogNames(
  dir: string,
  flags: { readonly [name in 'site' | 'title' | 'repository' | 'baseUrl']?: string | undefined },
  remote: string | undefined,
): CatalogNames {
  const known = flags.repository ?? webAddress(remote)
  const repository = known ?? `https://github.com/your-name/${slugOf(basename(dir))}`
  if (!httpsUrl.safeParse(repository).success)
    throw new Fault(`${repository} is not an https address`, 'Name the repository’s page with --repository.')
  const { hostname, pathname } = new URL(repository)
  const [owner = '', name = ''] = pathname.split('/').filter(Boolean)
  const site = flags.site ?? slugOf(name)
  return {
    known: known !== undefined,
    site,
    title: flags.title ?? words(site),
    repository: repository.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, ''),
    baseUrl:
      flags.baseUrl ??
      (hostname === 'github.com' ? `https://${owner.toLowerCase()}.github.io` : 'https://example.org'),
  }
}

/** `git@github.com:owner/name.git` and its https form as the address of the repository's page. */
function webAddress(remote: string | undefined): string | undefined {
  const [, host, path] =
    /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)([^:/]+)[:/](.+?)(?:\.git)?\/?$/.exec(remote ?? '') ?? []
  return host && path ? `https://${host}/${path}` : undefined
}

const slugOf = (name: string): string => productSlug(name) || 'catalog'

const words = (slug: string): string => (slug.charAt(0).toUpperCase() + slug.slice(1)).replaceAll('-', ' ')
