/*
 * Error codes and identifiers in a text, normalised to the names of the lookup files: `econnrefused`, `http-429`,
 * `exit-137`, `mcp-32001`, `code-50035`, `ts2345`, `insufficient-quota`, `graphrecursionerror`.
 */

/** How each kind of code is found and named. All patterns are bounded, because the text may be any log. */
const kinds: readonly { readonly pattern: RegExp; readonly name: (found: string) => string | undefined }[] = [
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
    pattern: /\bE[A-Z]{3}[A-Z0-9]*\b/g,
    name: (found) => (generic.has(found) ? undefined : found.toLowerCase()),
  },
  { pattern: /\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,6}\b/g, name: hyphenated },
  {
    pattern: /\b[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,6}\b/g,
    name: (found) => (found.split('_').some((part) => errorWord.test(part)) ? hyphenated(found) : undefined),
  },
  {
    pattern: /\b(?=[A-Z][a-z]{2})[A-Za-z]{8,220}(?<=[A-Za-z]{3}(?:Error|Exception|Failure|Timeout))\b/g,
    name: (found) => (generic.has(found) ? undefined : found.toLowerCase()),
  },
]

/** A part of a code such as `insufficient_quota`, and of no other name such as `node_modules`. */
const errorWord =
  /^(?:error|errors|invalid|not|no|limit|limits|exceed|exceeded|quota|denied|fail|failed|failure|timeout|overloaded|unauthorized|forbidden|missing|expired|exhausted|unavailable|rejected|too|insufficient|disabled|required|busy|conflict|blocked|loop|length|unsupported|unknown|context)$/

/** Words of the same form that name no particular error. */
const generic = new Set(
  'ERROR ERRORS EXIT EXITED EVENT EMPTY ELSE EXEC EDITOR ENDPOINT EXPECTED EXCEPTION ENABLED ERRNO TypeError ValueError RuntimeError KeyError SyntaxError ReferenceError AttributeError RangeError ImportError UnhandledPromiseRejectionWarning AssertionError NameError IndexError OSError IOError InternalServerError'.split(
    ' ',
  ),
)

function hyphenated(found: string): string {
  return found.toLowerCase().replaceAll('_', '-')
}

/** Names of all codes in a text, in the order of the kinds above, each once. */
export function codesOf(text: string): string[] {
  const names = new Set<string>()
  for (const { pattern, name } of kinds) {
    for (const match of text.matchAll(pattern)) {
      const found = name(match[1] ?? match[0])
      if (found !== undefined && found.length <= 60) names.add(found)
    }
  }
  return [...names]
}

/** Codes in a page's title and messages. */
export const quotedCodes = ({
  title,
  errors = [],
}: {
  readonly title: string
  readonly errors?: readonly string[] | undefined
}): string[] => codesOf([title, ...errors].join('\n'))
