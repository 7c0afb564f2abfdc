import { createHash } from 'node:crypto'

/** Addresses of the preview itself. No catalog has a site of this name: it starts with an underscore. */
export const clientScript = '/__preview/client.js'
export const clientStyle = '/__preview/client.css'
export const eventStream = '/__preview/events'

/** Short name of what a page says: a browser that shows the same one needs nothing. */
export const tagOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 16)

/** The published page, as the preview sends it: with the script that follows changes, and allowed to run it. */
export function livePage(body: string): string {
  const script = `<script src="${clientScript}" data-tag="${tagOf(body)}" defer></script>`
  const html = body.replace(
    /(<meta http-equiv="Content-Security-Policy" content=")([^"]*)/,
    (_, before: string, policy: string) => before + relaxed(policy),
  )
  // A function, because a replacement text would give `$` a meaning.
  return html.replace('</head>', () => `${script}\n</head>`)
}

/** The policy, so far opened that the script of this origin runs and hears from it. */
function relaxed(policy: string): string {
  const directives = new Map(
    policy.split(';').map((directive): [string, string[]] => {
      const [name = '', ...values] = directive.trim().split(/\s+/)
      return [name, values]
    }),
  )
  for (const name of ['script-src', 'connect-src', 'style-src']) {
    const values = (directives.get(name) ?? []).filter((value) => value !== "'none'")
    directives.set(name, values.includes("'self'") ? values : [...values, "'self'"])
  }
  return [...directives]
    .filter(([name]) => name !== '')
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}
