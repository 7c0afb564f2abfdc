import { absolute, homePath, type Site } from '../model/site.ts'

/** Where the printed lines keep the client. */
const installed = '~/.fixdex/fixdex.mjs'

/** The lines that home page, skill, llms.txt and documentation print: the same everywhere, with the digest of the client. */
export function clientLines(site: Site) {
  const address = absolute(site, homePath(site))
  return {
    address,
    installed,
    download: `(mkdir -p ~/.fixdex && cd ~/.fixdex && curl -fsSLo new.mjs ${address}/fixdex.mjs &&
  echo "${site.client.sha256}  new.mjs" | sha256sum -c && mv new.mjs fixdex.mjs)`,
    match: `node ${installed} match < error.log`,
    show: `node ${installed} show <category>/<slug>`,
    hook: `node ${installed} hook install`,
    mcp: `node ${installed} mcp`,
    /** Installs the search skill, for every agent or for the one that `--agent` names. */
    skill: `npx skills add ${address}`,
  }
}
