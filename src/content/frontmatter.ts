import matter from 'gray-matter'
import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  YAMLException,
} from 'js-yaml'
import type * as z from 'zod'
import type { Place, Report } from '../model/problem.ts'
import { didYouMean } from '../model/text.ts'

export const frontmatterBytes = 2048

/** A file cut in two: validated data, and where the body starts. */
export interface Frontmatter<T> {
  readonly data: T
  /** Place of a key, or of an item: `placeOf('affects', 0, 'product')`. */
  readonly placeOf: (...path: PropertyKey[]) => Place
  readonly bodyStart: number
}

/**
 * Splits a file with gray-matter and validates its frontmatter.
 *
 * gray-matter evaluates `---js`, accepts an unclosed block and text glued to the closing mark, and its cache turns
 * bad YAML into empty data on the second call. So only `---` alone opens and closes, every engine but YAML throws,
 * and options are always passed, which keeps the cache out.
 */
export function parseFrontmatter<S extends z.ZodType>(
  text: string,
  schema: S,
  keys: readonly string[],
  report: Report,
): Frontmatter<z.output<S>> | undefined {
  const block = /^---\n([\s\S]*?)^---/m.exec(text)
  if (!text.startsWith('---\n') || block === null || block.index !== 0) {
    const opened = text.startsWith('---')
    report(
      'frontmatter/missing',
      { line: 1, column: 1 },
      opened
        ? 'Unexpected frontmatter, expected it between two lines that are exactly `---`'
        : 'Unexpected first line, expected `---`',
      {
        hint: 'Start the file with ---, the keys, and --- again. No other frontmatter language is read.',
      },
    )
    return undefined
  }
  const yaml = block[1] ?? ''
  const closingEnd = text.indexOf('\n', block[0].length)
  const closing = text.slice(block[0].length - 3, closingEnd === -1 ? undefined : closingEnd)
  if (closing !== '---') {
    report(
      'frontmatter/missing',
      { line: lineAt(text, block[0].length), column: 4 },
      'Unexpected text after the closing `---`, expected the end of the line',
      {
        hint: 'Put the text on a line of its own.',
      },
    )
    return undefined
  }
  if (Buffer.byteLength(yaml) > frontmatterBytes) {
    report(
      'frontmatter/size',
      { line: 2, column: 1 },
      `Unexpected frontmatter of ${Buffer.byteLength(yaml)} bytes, expected at most ${frontmatterBytes}`,
      {
        hint: 'Shorten the messages with … or move explanations into the page.',
      },
    )
    return undefined
  }
  const parsed = parseYaml(text, report)
  if (parsed === undefined) return undefined
  const raw = parsed.data
  let offsets: Map<string, number> | undefined
  const placeOf = (...path: PropertyKey[]): Place => {
    offsets ??= keyOffsets(parsed)
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(path.slice(0, length).join('\0'))
      if (offset !== undefined) return placeAt(text, '---\n'.length + offset)
    }
    return { line: 1, column: 1 }
  }
  const checked = schema.safeParse(raw)
  if (!checked.success) {
    for (const issue of checked.error.issues) reportIssue(issue, keys, raw, placeOf, report)
    return undefined
  }
  return { data: checked.data, placeOf, bodyStart: closingEnd === -1 ? text.length : closingEnd + 1 }
}

const refuseEngine = {
  parse: (): never => {
    throw new Error('only YAML is read')
  },
}

interface ParsedYaml {
  readonly source: string
  readonly events: readonly Event[]
  readonly data: object
}

function parseYaml(text: string, report: Report): ParsedYaml | undefined {
  let parsed: ParsedYaml | undefined
  const engines = {
    yaml: {
      parse: (yaml: string) => {
        parsed = loadYaml(yaml)
        return parsed.data
      },
    },
    json: refuseEngine,
    javascript: refuseEngine,
    js: refuseEngine,
    coffee: refuseEngine,
    toml: refuseEngine,
  }
  try {
    const { data } = matter(text, { language: 'yaml', engines })
    // It asks nobody to parse an empty block.
    return parsed ?? { source: '', events: [], data }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    // The mark counts lines from 0 within the block, which starts on line 2.
    const place = { line: (error.mark?.line ?? 0) + 2, column: (error.mark?.column ?? 0) + 1 }
    report('frontmatter/yaml', place, `Unexpected YAML: ${error.reason}`, {
      hint: 'Quote values that hold `: `, `#`, quotes or backslashes; anchors, aliases, tags and repeated keys are refused.',
    })
    return undefined
  }
}

function loadYaml(yaml: string): ParsedYaml {
  // gray-matter hands over the block with the newline that ends the opening mark.
  const source = yaml.replace(/^\n/, '')
  const events = parseEvents(source, { maxDepth: 4 })
  const [data] = constructFromEvents(events, { source, schema: CORE_SCHEMA, maxAliases: 0 })
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { source, events, data }
  throw new YAMLException('expected a list of `key: value` lines')
}

/** Offset of every key and list item, by path joined with NUL. */
function keyOffsets({ source, events }: ParsedYaml): Map<string, number> {
  const offsets = new Map<string, number>()
  const open: { path: string[]; list: boolean; index: number; key: string | undefined }[] = []
  const place = (offset: number) => {
    const parent = open.at(-1)
    if (!parent) return []
    const step = parent.list ? String(parent.index++) : (parent.key ?? '')
    parent.key = undefined
    const path = [...parent.path, step]
    if (!offsets.has(path.join('\0'))) offsets.set(path.join('\0'), offset)
    return path
  }
  for (const event of events) {
    const parent = open.at(-1)
    if (event.type === EVENT_ID.SCALAR) {
      if (parent && !parent.list && parent.key === undefined) {
        parent.key = getScalarValue(source, event)
        offsets.set([...parent.path, parent.key].join('\0'), event.valueStart)
      } else place(event.valueStart)
    } else if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) {
      open.push({
        path: place(startOf(event)),
        list: event.type === EVENT_ID.SEQUENCE,
        index: 0,
        key: undefined,
      })
    } else if (event.type === EVENT_ID.POP) open.pop()
  }
  return offsets
}

const startOf = (event: Event): number => ('start' in event ? event.start : 0)

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

const lineAt = (text: string, offset: number): number => placeAt(text, offset).line

/** Turns a zod issue into a problem at the line of the key, in the words of the format. */
function reportIssue(
  issue: z.core.$ZodIssue,
  keys: readonly string[],
  raw: object,
  placeOf: (...path: PropertyKey[]) => Place,
  report: Report,
): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      const hint =
        key === 'slug'
          ? 'The slug is the file name: remove the key.'
          : `Known here: ${issue.path.length === 0 ? keys.join(', ') : 'product, versions, fixed'}.`
      report(
        'frontmatter/unknown-key',
        placeOf(...issue.path, key),
        `Unexpected key \`${key}\`${didYouMean(key, keys)}`,
        { hint },
      )
    }
    return
  }
  const name = issue.path.map(String).join('.')
  const value = issue.path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step],
    raw,
  )
  const place = placeOf(...issue.path)
  if (value === undefined) {
    report('frontmatter/value', place, `Unexpected end of the frontmatter, expected \`${name}\``, {
      hint: `Add a line \`${name}: …\`.`,
    })
    return
  }
  const { expected, hint } = explain(issue, value)
  report(
    'frontmatter/value',
    place,
    `Unexpected ${describe(value)} for \`${name}\`, ${expected}`,
    hint === undefined ? {} : { hint },
  )
}

function explain(issue: z.core.$ZodIssue, value: unknown): { expected: string; hint?: string } {
  switch (issue.code) {
    case 'invalid_type':
      return {
        expected: `expected ${issue.expected}`,
        ...(issue.expected === 'string' && typeof value === 'number'
          ? { hint: 'Put the value in quotes, or YAML reads it as a number.' }
          : {}),
      }
    case 'invalid_value': {
      const allowed = issue.values.map(String)
      return { expected: `expected one of ${allowed.join(', ')}${didYouMean(String(value), allowed)}` }
    }
    case 'too_big':
      return { expected: `expected at most ${issue.maximum}` }
    case 'too_small':
      return { expected: `expected at least ${issue.minimum}` }
    default:
      return { expected: issue.message }
  }
}

/** A value as a message shows it: short, and of long ones the length. */
function describe(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `text of ${value.length} characters` : `\`${value}\``
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return `\`${value}\``
  return Array.isArray(value) ? `list of ${value.length}` : 'mapping'
}
