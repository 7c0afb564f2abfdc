/*
 * Error codes and identifiers in a text, normalised to the names of the lookup files: `econnrefused`, `http-429`,
 * `exit-137`, `mcp-32001`, `code-50035`, `ts2345`, `insufficient-quota`, `graphrecursionerror`.
 */

interface Kind {
  readonly pattern: RegExp
  readonly name: (found: string) => string | undefined
}

/** How each kind of code is found and named. All patterns are bounded, because the text may be any log. */
const kinds: readonly Kind[] = [
  { pattern: /\bTS\d{4,5}\b/g, name: (found) => found.toLowerCase() },
  { pattern: /-32[0-9]{3}\b/g, name: (found) => `mcp${found}` },
  {
    pattern: /\bexit(?:ed)?(?: with)?(?: code| status)?[ :=(]{1,3}(\d{1,3})\b/gi,
    name: (found) => `exit-${found}`,
  },
  {
    pattern:
      /\b(?:HTTP(?:\/\d(?:\.\d)?)?|status(?:[ _]code)?|API Error|Error code|Request failed)[ :=("']{1,4}([45]\d\d)\b/gi,
    name: (found) => `http-${found}`,
  },
  {
    pattern:
      /(?:^|[\s[("'])([45]\d\d)(?=[:,]? (?:Bad|Unauthorized|Payment|Forbidden|Not Found|Method|Conflict|Gone|Payload|Too Many|Internal|Bad Gateway|Service|Gateway|Client Error|Server Error|\{))/gm,
    name: (found) => `http-${found}`,
  },
  { pattern: /\bcode["']?[ :=(]{1,3}["']?(\d{4,9})\b/gi, name: (found) => `code-${found}` },
  { pattern: /\bclosed \((\d{4})\)/gi, name: (found) => `code-${found}` },
  {
    pattern: /\bE(?:[A-Z]{3}[A-Z0-9]*|[45]\d\d)\b/g,
    name: (found) => (generic.has(found) ? undefined : found.toLowerCase()),
  },
  // PostgreSQL's 40P01 and SQLSTATE[42501], Prisma's P2002, GitHub's GH001, Entra's AADSTS50011, signals, pip's names.
  { pattern: /\b(?:\d\dP\d\d|P[1-6]\d{3}|GH0\d\d|AADSTS\d{4,7})\b/g, name: (found) => found.toLowerCase() },
  { pattern: /\bSIG(?:KILL|SEGV)\b/g, name: (found) => found.toLowerCase() },
  { pattern: /\berror: ([a-z]{3,20}(?:-[a-z]{3,20}){1,4})$/gm, name: (found) => found },
  { pattern: /\bSQLSTATE[ :=[(]{1,3}(\d[0-9A-Z]{4})\b/g, name: (found) => found.toLowerCase() },
  {
    pattern:
      /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b|\b[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6}\b/g,
    name: (found) =>
      isErrorName(found.toLowerCase()) ? found.toLowerCase().replaceAll('_', '-') : undefined,
  },
  {
    pattern:
      /\b(?=[A-Z][a-z]{2})[A-Za-z]{8,220}(?<=[A-Za-z]{3}(?:Error|Exception|Failure|Timeout|BackOff|NotFound))\b|\bOOMKilled\b/g,
    name: (found) => (generic.has(found) ? undefined : found.toLowerCase()),
  },
]

/** `(23505)` at the end of PostgreSQL's messages and in titles; elsewhere it may be any number. */
const sqlState = { pattern: /\(((?:0[89]|2[1-8]|4[02]|5[3-8])\d{3})\)/g, name: (found: string) => found }
const ofPostgres = /postgres|psycopg|sqlstate/i

/** Does a name such as `insufficient_quota` tell of an error, unlike `OPENAI_API_KEY` and `node_modules`? */
const isErrorName = (name: string): boolean =>
  !noError.test(name) && errorParts.some((part) => part.test(name))

const errorParts = [
  /(?:^|_)err_|_(?:err|error)$/,
  /_(?:closed|denied|disabled|exceeded|exhausted|expired|failed|failure|found|limited|mismatch|reached|refused|rejected)$/,
  /(?:^|_)(?:disallowed|failed|insufficient|invalid|malformed|missing|not|overloaded|prohibited)(?:_|$)/,
  /(?:^|_)(?:too|unable|unauthorized|unavailable|unsupported)(?:_|$)|^unknown_/,
  /^sqlite_(?:busy|cantopen|constraint|corrupt|full|ioerr|locked|misuse|notadb|readonly)/,
  /above_max|no_available|self_signed|(?:rate|recursion)_limit$|^(?:connect|connection|gateway|operation|request)_timeout$/,
]

/** Names of settings and fields. */
const noError =
  /^(?:enable|disable|skip|on|ignore|allow|max|error|n8n|node)_|_default_|^not_available$|^err_(?:filename|msg)$/

/** Words of the same form that name no particular error. */
const generic = new Set(
  'ERROR ERRORS EXIT EXITED EVENT EMPTY ELSE EXEC EDITOR ENDPOINT EXPECTED EXCEPTION ENABLED ERRNO EMAIL ENTRYPOINT EXISTS EXTENSION EXTERNALLY TypeError ValueError RuntimeError KeyError SyntaxError ReferenceError AttributeError RangeError ImportError UnhandledPromiseRejectionWarning AssertionError NameError IndexError OSError IOError WinError InternalServerError'.split(
    ' ',
  ),
)

/** Names of all codes in a text, in the order of the kinds above, each once. */
export function codesOf(text: string): string[] {
  const names = new Set<string>()
  const all = ofPostgres.test(text) ? [...kinds, sqlState] : kinds
  for (const { pattern, name } of all) {
    for (const match of text.matchAll(pattern)) {
      const found = name(match[1] ?? match[0])
      if (found !== undefined && found.length <= 60) names.add(found)
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
