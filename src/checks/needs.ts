/**
 * What a text must hold for a pattern to match in it: a piece of at least three characters, all or any of some needs, or
 * nothing that can be told. Letters of ASCII are in lower case.
 */
export type Needs =
  | true
  | string
  | { readonly all: readonly Needs[]; readonly any?: undefined }
  | { readonly any: readonly Needs[]; readonly all?: undefined }

/**
 * The case in which needs and texts meet: ASCII in lower case, with the two letters beyond it that `/iu` takes for one of
 * its own.
 */
export function lower(code: number): number {
  if (code < 0x80) return code >= 65 && code <= 90 ? code + 32 : code
  return code === 0x212a ? 107 : code === 0x17f ? 115 : code
}

/** A part of a pattern: the few texts that it matches, if they can be listed, and what it needs otherwise. */
interface Part {
  readonly exact?: readonly string[]
  readonly needs: Needs
}

const shortest = 3
/** More spellings than this cost more to look for than they tell. */
const mostSpellings = 24
const longestClass = 6

const anything: Part = { needs: true }
const nothing: Part = { exact: [''], needs: true }

/**
 * Reads the needs off the pattern’s own source, so that the two can’t come apart. What it does not understand needs
 * nothing: then the pattern is simply run.
 */
export function needsOf({ source, flags }: RegExp): Needs {
  const whole = flags.includes('v') ? undefined : readPattern(source, flags.includes('i'))
  return whole === undefined ? true : needsIn(whole)
}

/** Undefined when it meets something that it does not know. */
function readPattern(source: string, ignoresCase: boolean): Part | undefined {
  let at = 0
  let lost = false

  /** Steps over what the pattern matches here. */
  const take = (pattern: RegExp): string => {
    const taken = pattern.exec(source.slice(at, at + 100))?.[0] ?? ''
    at += taken.length
    return taken
  }
  const alternatives = (): Part => {
    const parts = [sequence()]
    while (source[at] === '|') {
      at++
      parts.push(sequence())
    }
    return anyOf(parts)
  }
  const sequence = (): Part => {
    const parts: Part[] = []
    while (at < source.length && !'|)'.includes(source[at] ?? '')) parts.push(repeated(single()))
    return inRow(parts)
  }
  /** One character, class, group or assertion, without what stands behind it. */
  const single = (): Part => {
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0)
    at += character.length
    if (character === '(') return group()
    if (character === '[') return characterClass()
    if (character === '\\') return afterBackslash()
    if (character === '^' || character === '$') return nothing
    return character === '.' ? anything : literal(character)
  }
  const group = (): Part => {
    const opening = take(/^\?(?:[:=!]|<[=!]|<\w+>)/)
    if (source[at] === '?') lost = true
    const inside = alternatives()
    at++
    return /[=!]/.test(opening) ? nothing : inside
  }
  const characterClass = (): Part => {
    const end = at + (/^(?:\\[\s\S]|[^\]\\])*/.exec(source.slice(at))?.[0].length ?? 0)
    const inside = source.slice(at, end)
    at = end + 1
    const isList = inside.length <= longestClass && /^-?[^\\^-][^\\-]*-?$/.test(inside)
    return isList ? anyOf([...inside].map(literal)) : anything
  }
  const afterBackslash = (): Part => {
    const escaped = source[at++] ?? ''
    if (escaped === 'b' || escaped === 'B') return nothing
    if (!/\w/.test(escaped)) return literal(escaped)
    const argument = escapeArguments[escaped]
    if (argument) take(argument)
    return anything
  }
  const literal = (character: string): Part => {
    // Other scripts have cases of their own, which trigrams keep apart.
    if (ignoresCase && character > '\x7f') return anything
    const folded = character.length > 1 ? character : String.fromCharCode(lower(character.charCodeAt(0)))
    return { exact: [folded], needs: true }
  }
  const repeated = (part: Part): Part => {
    const mark = take(/^(?:[*+?]|\{\d+(?:,\d*)?\})\??/)
    if (mark === '') return part
    if (mark.startsWith('?')) return part.exact ? anyOf([part, nothing]) : anything
    if (mark.startsWith('*') || mark.startsWith('{0')) return anything
    // Once at least; what follows does not touch the first.
    return { needs: needsIn(part) }
  }

  const whole = alternatives()
  return lost ? undefined : whole
}

/** What belongs to an escape, as `{Lu}` to `\p`. */
const escapeArguments: Readonly<Record<string, RegExp>> = {
  p: /^\{[^}]*\}/,
  P: /^\{[^}]*\}/,
  u: /^(?:\{[^}]*\}|[0-9a-fA-F]{4})/,
  x: /^[0-9a-fA-F]{2}/,
  c: /^[A-Za-z]/,
  k: /^<\w+>/,
}

/** The parts one behind the other: texts that touch are one piece. */
function inRow(parts: readonly Part[]): Part {
  const all: Needs[] = []
  let exact: readonly string[] = ['']
  const close = () => {
    all.push(needsIn({ exact, needs: true }))
    exact = ['']
  }
  let whole = true
  for (const part of parts) {
    const joined = part.exact && exact.length * part.exact.length <= mostSpellings
    if (joined) exact = exact.flatMap((before) => (part.exact ?? []).map((text) => before + text))
    else {
      whole = false
      close()
      if (part.exact && part.exact.length <= mostSpellings) exact = part.exact
      else all.push(needsIn(part))
    }
  }
  if (whole) return { exact, needs: true }
  close()
  const known = all.filter((needs) => needs !== true)
  return { needs: known.length === 0 ? true : known.length === 1 ? (known[0] as Needs) : { all: known } }
}

function anyOf(parts: readonly Part[]): Part {
  if (parts.length === 1) return parts[0] as Part
  const exact = parts.flatMap((part) => part.exact ?? [])
  if (parts.every((part) => part.exact) && exact.length <= mostSpellings)
    return { exact: [...new Set(exact)], needs: true }
  const any = parts.map(needsIn)
  return { needs: any.includes(true) ? true : { any } }
}

function needsIn({ exact, needs }: Part): Needs {
  if (exact === undefined) return needs
  if (exact.some((text) => text.length < shortest)) return true
  return exact.length === 1 ? (exact[0] as string) : { any: exact }
}
