import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import * as z from 'zod'
import {
  type ApprovedLists,
  hostsSchema,
  packagesSchema,
  programsSchema,
  registries,
} from '../model/approved.ts'
import { onceForText } from '../model/once.ts'
import { type ProblemCode, problemCodes } from '../model/problem.ts'

/*
 * The lists that checks look things up in, one YAML file each in `data/`. Each is read when it is first asked for.
 */

function list<S extends z.ZodType>(name: string, schema: S): () => z.output<S> {
  let value: z.output<S> | undefined
  // By way of the folder's name, because the bundle is in a folder beside it.
  const file = new URL(`../checks/data/${name}.yaml`, import.meta.url)
  return () => {
    value ??= schema.parse(parse(readFileSync(file, 'utf8')))
    return value
  }
}

/** The bundle has the lists as JSON, which is parsed in a tenth of the time. */
const parse = (text: string): unknown => (text.startsWith('{') ? JSON.parse(text) : load(text))

/** Whether any of the patterns is in a text: one scan for all that have the same flags is much faster than a scan for each. */
function anyOf(patterns: readonly RegExp[]): (text: string) => boolean {
  const sources = new Map<string, string[]>()
  for (const { source, flags } of patterns) {
    const own = flags.replace('g', '')
    sources.set(own, [...(sources.get(own) ?? []), `(?:${source})`])
  }
  const combined = [...sources].map(([flags, list]) => new RegExp(list.join('|'), flags))
  return (text) => combined.some((pattern) => pattern.test(text))
}

/** What pages of any catalog may name; a catalog adds its own. */
const approvedPrograms = list('approved-programs', programsSchema)
const approvedHosts = list('approved-hosts', hostsSchema)
const approvedPackages = list('approved-packages', packagesSchema)

export const approvedByDefault = (): ApprovedLists => ({
  retired: [],
  programs: approvedPrograms(),
  hosts: approvedHosts(),
  packages: approvedPackages(),
  sentences: [],
})

const words = z.string().transform((text): ReadonlySet<string> => new Set(text.trim().split(/\s+/)))
const host = z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)
const source = z.url({ protocol: /^https$/ })
/** A pattern for the whole of a name. */
const name = z.string().transform((text) => new RegExp(`^(?:${text})$`))
const regex = z.string().transform((text) => new RegExp(text, 'u'))
/** A pattern in which `^` and `$` are the ends of lines. */
const line = z.string().transform((text) => new RegExp(text, 'mu'))
/** A pattern as `/source/flags`. */
const literal = z
  .string()
  .regex(/^\/.+\/[a-z]*$/s)
  .transform((text) => {
    const end = text.lastIndexOf('/')
    return new RegExp(text.slice(1, end), text.slice(end + 1))
  })

const patterns = list('patterns', z.record(z.string(), literal))

/** A pattern of `data/patterns.yaml`. */
export function pattern(name: string): RegExp {
  const found = patterns()[name]
  if (found === undefined) throw new Error(`data/patterns.yaml has no ${name}`)
  return found
}

export const is = (name: string, text: string): boolean => pattern(name).test(text)

/** Where programs and packages may come from. */
export const installers = list(
  'installers',
  z.strictObject({
    installers: z.array(z.strictObject({ host, path: regex, source })),
  }),
)

const registry = z.enum([...registries, 'brew'])
export type PackageRegistry = z.output<typeof registry>

const installer = z.strictObject({
  programs: name,
  registry,
  verbs: name.optional(),
  one: z.boolean().default(false),
  valued: regex.optional(),
})
export type Installer = z.output<typeof installer>

/** How packages are named; the file explains the keys. */
export const packageTables = list(
  'packages',
  z.strictObject({
    valued: regex,
    installers: z.array(installer),
    manifests: z.array(
      z.strictObject({ registry: z.enum(registries), language: regex, list: literal, name: literal }),
    ),
  }),
)

export const wordings = list(
  'wording',
  z.strictObject({
    /** With `proseOnly` they are not looked for in blocks of text, which quote what programs print. */
    phrases: z.array(
      z.strictObject({ kind: z.string(), pattern: literal, proseOnly: z.boolean().default(false) }),
    ),
    small: words,
    functionWords: z.record(z.string(), words),
  }),
)

export const htmlElements = list('html-elements', z.strictObject({ elements: words }))

/** Names of hidden characters, by code point, and the Latin letters that others look like. */
export const characters = list(
  'characters',
  z.strictObject({
    names: z.record(z.string(), z.string()),
    ranges: z.array(z.strictObject({ from: z.int(), to: z.int(), name: z.string() })),
    lookAlikes: z
      .array(z.tuple([z.string(), z.string()]))
      .transform(
        (rows) => new Map(rows.flatMap(([from, to]) => [...from].map((letter, at) => [letter, to[at]]))),
      ),
  }),
)

const wholeWord = (text: string) => new RegExp(`(?<![A-Za-z0-9_-])(?:${text})(?![A-Za-z0-9_-])`, 'g')

/** Shapes of keys and passwords, and values that look like them in documentation. */
export const secrets = list(
  'secrets',
  z
    .strictObject({
      keys: z.array(z.strictObject({ name: z.string(), key: z.string() })),
      patterns: z.array(z.strictObject({ name: z.string(), pattern: literal })),
      documented: z.array(z.string()).transform((values): ReadonlySet<string> => new Set(values)),
    })
    .transform(({ keys, patterns, documented }) => ({
      patterns: [...keys.map(({ name, key }) => ({ name, pattern: wholeWord(key) })), ...patterns],
      isPossible: anyOf([
        wholeWord(keys.map(({ key }) => key).join('|')),
        ...patterns.map(({ pattern }) => pattern),
      ]),
      documented,
    })),
)

/** What gives orders to the model that reads a page; the file explains the notation. */
export const injections = list(
  'injections',
  z.strictObject({
    words: z.record(z.string(), z.record(z.string(), z.string())),
    rules: z.array(z.strictObject({ kind: z.string(), find: z.array(z.string()).min(1) })),
    marks: z.array(
      z.strictObject({
        language: z.string(),
        /** Letters of which text in this language holds at least one; such text is searched in its own letters. */
        script: regex.optional(),
        phrases: z.array(z.strictObject({ kind: z.string(), patterns: z.array(line).min(1) })),
      }),
    ),
  }),
)

/** What words weigh in an order; in the file in hundredths. Words of a subject weigh together. */
export const orderWords = list(
  'order-words',
  z.strictObject({
    subjects: z.record(z.string(), words).transform((subjects): ReadonlyMap<string, readonly string[]> => {
      const byWord = new Map<string, string[]>()
      for (const [name, list] of Object.entries(subjects))
        for (const word of list) byWord.set(word, [...(byWord.get(word) ?? []), `#${name}`])
      return byWord
    }),
    known: words,
    constant: z.number().transform((value) => value / 100),
    /** By the first part of a feature and then by its second part. */
    weights: z.string().transform((text): ReadonlyMap<string, ReadonlyMap<string, number>> => {
      const weights = new Map<string, Map<string, number>>()
      for (const [, weight, first = '', second = ''] of text.matchAll(
        /^(\S+) (~\w+(?: share)?|\S+)(?: (\S+))?$/gm,
      )) {
        const bySecond = weights.get(first) ?? new Map<string, number>()
        weights.set(first, bySecond.set(second, Number(weight) / 100))
      }
      return weights
    }),
  }),
)

const row = z.strictObject({
  programs: name,
  first: literal.optional(),
  args: z.array(literal).default([]),
  line: literal.optional(),
  writes: literal.optional(),
  given: literal.optional(),
  piped: literal.optional(),
  reads: literal.optional(),
  pair: z.strictObject({ arg: z.array(literal), before: literal.optional() }).optional(),
  remote: z.boolean().default(false),
  outward: z.boolean().default(false),
  effect: z.string(),
  forgiven: z.boolean().default(false),
})
const table = z.strictObject({
  nameable: z.boolean().default(false),
  /** The rows for programs of a name. */
  calls: z
    .array(row)
    .default([])
    .transform((rows) => onceForText((name) => rows.filter(({ programs }) => programs.test(name)))),
  text: z
    .array(
      z.strictObject({
        pattern: literal,
        effect: z.string(),
        except: literal.optional(),
        with: literal.optional(),
        inSentence: literal.optional(),
        forgiven: z.boolean().default(false),
      }),
    )
    .default([]),
})

/** A row over one program call; the file explains the keys. */
export type CommandRow = z.output<typeof row>
export type CommandTable = z.output<typeof table>

/** What the command rules look for, by code, and whether any of their patterns is in a text. */
export const commandTables = list(
  'commands',
  z.preprocess(withParts, z.partialRecord(z.enum(problemCodes), table)).transform((tables) => ({
    tables,
    isPossible: anyOf(Object.values(tables).flatMap(({ text }) => text.map(({ pattern }) => pattern))),
  })),
)

/** Puts `parts` in place of their names in braces. */
function withParts(file: unknown): unknown {
  const { parts, ...tables } = file as Record<string, Record<string, string>>
  const fill = (json: string): string =>
    json.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      fill(JSON.stringify(parts?.[name] ?? '').slice(1, -1)),
    )
  return JSON.parse(fill(JSON.stringify(tables)))
}

/** `{{60 times: text}}` repeats a text, and `{{}}` is nothing: it splits a key, so that no scanner reports the list. */
const exampleText = z
  .string()
  .transform((text) =>
    text
      .replaceAll('{{}}', '')
      .replace(/\{\{(\d+) times: (.*?)\}\}/gs, (_, times, piece) => piece.repeat(Number(times))),
  )

/** A valid solution with some of its parts replaced: `frontmatter` adds or replaces keys, `body` replaces all sections. */
const pageExample = z.partialRecord(
  z.enum(['frontmatter', 'title', 'symptom', 'cause', 'fix', 'checklist', 'environment', 'body']),
  exampleText,
)

/** A file as its text, as bytes that are not UTF-8, as a symbolic link, or as a solution. */
const exampleFile = z.union([
  exampleText,
  z.strictObject({ latin1: z.string() }),
  z.strictObject({ link: z.string() }),
  pageExample,
])

/** A little catalog; `published` are the solutions that readers know already. */
const catalogExample = z
  .strictObject({
    files: z.record(z.string(), exampleFile),
    published: z.array(z.string()).optional(),
    copies: z.int().default(1),
  })
  .transform(({ files, published, copies }) => ({
    files: Object.assign(
      {},
      ...Array.from({ length: copies }, (_, copy) => copyOf(files, copy)),
    ) as typeof files,
    ...(published && { published }),
  }))

const copyOf = <T>(files: T, copy: number): T =>
  JSON.parse(JSON.stringify(files).replaceAll('{{copy}}', String(copy)))

export type PageExample = z.output<typeof pageExample>
export type ExampleFile = z.output<typeof exampleFile>
export type CatalogExample = z.output<typeof catalogExample>
/** One page, or a catalog for rules that need more than one. */
export type Example = PageExample | CatalogExample

export const isCatalogExample = (example: Example): example is CatalogExample => 'files' in example

const examples = z.array(z.union([catalogExample, pageExample])).min(1)

/** What authors read of a rule; the examples are its tests. */
export type RuleText = z.output<typeof ruleText>
const ruleText = z.strictObject({
  /** The first run that takes the time for a check of the whole catalog. */
  stage: z.enum(['preview', 'build', 'check', 'published']).default('preview'),
  why: z.string().min(30),
  /** What to do about it, unless a report says something more precise. */
  hint: z.string().optional(),
  good: examples,
  bad: examples,
})

/** The texts of all rules: each code has exactly one entry. */
export const ruleTexts: () => Readonly<Record<ProblemCode, RuleText>> = list(
  'rules',
  z.record(z.enum(problemCodes), ruleText),
)
