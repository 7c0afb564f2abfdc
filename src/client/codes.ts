/*
 * Error codes and identifiers in a text, normalised to the names of the lookup files: `econnrefused`, `http-429`,
 * `exit-137`, `mcp-32001`, `code-50035`, `ts2345`, `insufficient-quota`, `graphrecursionerror`.
 */

import data from './codes.json' with { type: 'json' }

/** Each pattern with its flags, what the names begin with, and what else makes a match a code. All are bounded. */
const kinds = data.kinds.map(([source = '', flags, prefix = '', only]) => ({
  pattern: new RegExp(source, flags),
  prefix,
  isCode: (found: string) =>
    only === undefined || (only === 'name' ? isErrorName(found.toLowerCase()) : !generic.has(found)),
}))

/** `(23505)` at the end of PostgreSQL's messages and in titles; elsewhere it may be any number. */
const sqlState = { pattern: /\(((?:0[89]|2[1-8]|4[02]|5[3-8])\d{3})\)/g, prefix: '', isCode: () => true }
const ofPostgres = /postgres|psycopg|sqlstate/i

/** Does a name such as `insufficient_quota` tell of an error, unlike `OPENAI_API_KEY` and `node_modules`? */
const isErrorName = (name: string): boolean => !noError.test(name) && errorPart.test(name)

const errorPart = new RegExp(data.errorName.join('|'))

/** Names of settings and fields. */
const noError = new RegExp(data.noError)

/** Words of the same form that name no particular error. */
const generic = new Set(data.generic)

/** Names of all codes in a text, in the order of the kinds above, each once. */
export function codesOf(text: string): string[] {
  const names = new Set<string>()
  const all = ofPostgres.test(text) ? [...kinds, sqlState] : kinds
  for (const { pattern, prefix, isCode } of all) {
    for (const [whole, found = whole] of text.matchAll(pattern)) {
      const name = prefix + found.toLowerCase().replaceAll('_', '-')
      if (isCode(found) && name.length <= 60) names.add(name)
    }
  }
  return [...names]
}

/** Codes in a page's title, in its messages and in the code text of its body. */
export const quotedCodes = (
  { title, errors = [] }: { readonly title: string; readonly errors?: readonly string[] | undefined },
  codeText: readonly string[],
): string[] => codesOf([title, ...errors, ...codeText].join('\n'))

/** Texts between backticks; a span ends with as many as it begins with. */
export function codeSpans(markdown: string): string[] {
  const parts = markdown.split(/(`+)/)
  const spans: string[] = []
  for (let start = 1; start < parts.length; start += 2) {
    const end = parts.indexOf(parts[start] ?? '', start + 2)
    if (end === -1) continue
    spans.push(
      parts
        .slice(start + 1, end)
        .join('')
        .trim(),
    )
    start = end
  }
  return spans
}
