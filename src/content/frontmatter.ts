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
import { type Place, type Report, startOfFile } from '../model/problem.ts'
import { didYouMean, placeAt } from '../model/text.ts'

const frontmatterBytes = 2048

/** The validated frontmatter of a file, and where its body starts. */
export interface Frontmatter<T> {
  readonly data: T
  /** Place of a key, or of an item: `placeOf('affects', 0, 'product')`. */
  readonly placeOf: (...path: PropertyKey[]) => Place
  readonly bodyStart: number
}

/** The line for a key that is missing: the comment that offers it, else the mark that closes the frontmatter. */
export function placeOfMissing(key: string, text: string, bodyStart: number): Place {
  const lines = text.slice(0, bodyStart).trimEnd().split('\n')
  const offered = lines.findIndex((line) => line.startsWith(`# ${key}:`))
  return { line: offered === -1 ? lines.length : offered + 1, column: 1 }
}

/** Splits a file with gray-matter and validates its frontmatter; undefined when a problem was reported. */
export function parseFrontmatter<S extends z.ZodObject>(
  text: string,
  schema: S,
  report: Report,
): Frontmatter<z.output<S>> | undefined {
  if (!isStrict(text, report)) return undefined
  const split = splitWithMatter(text, report)
  if (split === undefined) return undefined
  const { yaml, bodyStart } = split
  let offsets: Map<string, number> | undefined
  const placeOf = (...path: PropertyKey[]): Place => {
    offsets ??= keyOffsets(yaml)
    for (let length = path.length; length > 0; length--) {
      const offset = offsets.get(path.slice(0, length).join('\0'))
      if (offset !== undefined) return placeAt(text, mark.length + offset)
    }
    return startOfFile
  }
  const checked = schema.safeParse(yaml.data)
  if (checked.success) return { data: checked.data, placeOf, bodyStart }
  const placeOfIssue = (...path: PropertyKey[]): Place =>
    path.length === 1 && !((path[0] as string) in yaml.data)
      ? placeOfMissing(String(path[0]), text, bodyStart)
      : placeOf(...path)
  for (const issue of checked.error.issues)
    if (issue.code === 'unrecognized_keys')
      reportUnknown(issue, Object.keys(schema.shape), placeOfIssue, report)
    else reportValue(issue, yaml.data, placeOfIssue, report)
  return undefined
}

const mark = '---'

/** gray-matter also evaluates `---js`, and accepts an unclosed block or text after the closing mark. */
function isStrict(text: string, report: Report): boolean {
  const refuse = (place: Place, message: string, hint: string) => {
    report('frontmatter/missing', place, message, hint)
    return false
  }
  const shape = 'Start the file with ---, the keys, and --- again. No other frontmatter language is read.'
  if (!text.startsWith(`${mark}\n`))
    return refuse(startOfFile, 'Unexpected first line, expected `---`', shape)
  const close = text.indexOf(`\n${mark}`, mark.length)
  if (close === -1) return refuse(endOfKeys(text), 'Missing line `---` after the keys', shape)
  const end = close + 1 + mark.length
  if (end < text.length && text[end] !== '\n') {
    const message = 'Unexpected text after the closing `---`, expected the end of the line'
    return refuse(placeAt(text, end), message, 'Put the text on a line of its own.')
  }
  const bytes = Buffer.byteLength(text.slice(mark.length + 1, close + 1))
  if (bytes <= frontmatterBytes) return true
  const message = `Unexpected frontmatter of ${bytes} bytes, expected at most ${frontmatterBytes}`
  const hint = 'Shorten the messages with … or move explanations into the page.'
  report('frontmatter/size', { line: 2, column: 1 }, message, hint)
  return false
}

/** Where an unclosed block most likely ends: at a line of other dashes, an empty line or a section. */
function endOfKeys(text: string): Place {
  const lines = text.trimEnd().split('\n')
  const end = lines.findIndex((line, index) => index > 0 && /^(?:[-–—]+$|\s*$|## )/.test(line))
  return { line: end === -1 ? lines.length : end + 1, column: 1 }
}

/** The block as gray-matter cuts it out: from the end of the opening mark on, so it starts with a newline. */
interface ParsedYaml {
  readonly source: string
  readonly events: readonly Event[]
  readonly data: object
}

const refused = {
  parse: (): never => {
    throw new Error('only YAML is read')
  },
}
const refusedEngines = { json: refused, javascript: refused, js: refused, coffee: refused, toml: refused }

function splitWithMatter(text: string, report: Report): { yaml: ParsedYaml; bodyStart: number } | undefined {
  // gray-matter does not call the engine for a block without keys.
  let yaml: ParsedYaml = { source: '', events: [], data: {} }
  const parse = (source: string): object => {
    yaml = parseYaml(source)
    return yaml.data
  }
  try {
    // Without options it would use its cache, which turns bad YAML into empty data on the second call.
    const { content } = matter(text, { language: 'yaml', engines: { ...refusedEngines, yaml: { parse } } })
    return { yaml, bodyStart: text.length - content.length }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const hint =
      'Quote values that hold `: `, `#`, quotes or backslashes; anchors, aliases, tags and repeated keys are refused.'
    report('frontmatter/yaml', ...yamlProblem(error, text.split('\n')), hint)
    return undefined
  }
}

/** Place and message of an error of the YAML parser, in words that authors know. */
function yamlProblem({ mark: at, reason }: YAMLException, lines: readonly string[]): [Place, string] {
  const line = at?.line ?? 1
  if (reason.includes('implicit key')) {
    // The parser looks for the colon as far as the next one.
    const start = lines.findLastIndex((text, index) => index <= line && /^(?![\w-]+:(?:\s|$))\w/.test(text))
    if (start > 0) return [{ line: start + 1, column: 1 }, 'Missing `: ` after the key']
  }
  const [, words] = yamlReasons.find(([pattern]) => pattern.test(reason)) ?? []
  return [{ line: line + 1, column: (at?.column ?? 0) + 1 }, words ?? `Unexpected YAML: ${reason}`]
}

const yamlReasons: readonly (readonly [RegExp, string])[] = [
  [/^bad indentation/, 'Unexpected text or indentation, expected `key: value` with the value in quotes'],
  [/^deficient indentation/, 'Missing quote at the end of the value before this line'],
  [/flow collection/, 'Unexpected list item, expected a comma or `]` before it'],
  [/^tab characters/, 'Unexpected tab, expected spaces'],
  [/^duplicated mapping key/, 'Unexpected second line for this key, expected one'],
  [/maxAliases/, 'Unexpected alias, expected the value itself'],
  [/^unknown escape sequence/, 'Unexpected backslash in double quotes, expected two'],
  [/^end of the stream/, 'Unexpected list item, expected it below its key and indented'],
  [/^expected a list of/, 'Unexpected frontmatter, expected lines of `key: value`'],
]

function parseYaml(source: string): ParsedYaml {
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
      const path = place('start' in event ? event.start : 0)
      open.push({ path, list: event.type === EVENT_ID.SEQUENCE, index: 0, key: undefined })
    } else if (event.type === EVENT_ID.POP) open.pop()
  }
  return offsets
}

function reportUnknown(
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  topKeys: readonly string[],
  placeOf: (...path: PropertyKey[]) => Place,
  report: Report,
): void {
  const known = path.length === 0 ? topKeys : ['product', 'versions', 'fixed']
  for (const key of keys) {
    const isSlug = key === 'slug'
    const hint = isSlug
      ? 'The slug is the file name: remove the key.'
      : `Known keys here: ${known.join(', ')}.`
    const message = `Unexpected key \`${key}\`${didYouMean(key, known)}`
    report('frontmatter/unknown-key', placeOf(...path, key), message, hint)
  }
}

/** Turns a zod issue into a problem at the line of the key, in the words of the format. */
function reportValue(
  issue: z.core.$ZodIssue,
  data: object,
  placeOf: (...path: PropertyKey[]) => Place,
  report: Report,
): void {
  const name = issue.path.map(String).join('.')
  const value = issue.path.reduce<unknown>(
    (at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step],
    data,
  )
  const place = placeOf(...issue.path)
  if (value === undefined) {
    report('frontmatter/value', place, `Missing key \`${name}\``, `Add a line \`${name}: …\`.`)
    return
  }
  const needsQuotes =
    issue.code === 'invalid_type' && issue.expected === 'string' && typeof value === 'number'
  report(
    'frontmatter/value',
    place,
    `Unexpected ${describe(value)} for \`${name}\`, ${expectation(issue, value)}`,
    needsQuotes ? 'Put the value in quotes, or YAML reads it as a number.' : undefined,
  )
}

function expectation(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_type') return `expected ${issue.expected}`
  if (issue.code === 'too_big') return `expected at most ${issue.maximum}`
  if (issue.code === 'too_small') return `expected at least ${issue.minimum}`
  if (issue.code !== 'invalid_value') return issue.message
  const allowed = issue.values.map(String)
  return `expected one of ${allowed.join(', ')}${didYouMean(String(value), allowed)}`
}

/** A value as a message shows it; of a long one the length. */
function describe(value: unknown): string {
  if (typeof value === 'string' && value.length > 60) return `text of ${value.length} characters`
  if (Array.isArray(value)) return `list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'mapping' : `\`${value}\``
}
