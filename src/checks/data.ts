import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import * as z from 'zod'
import { conditions } from './command-conditions.ts'

/*
 * The lists that checks look things up in, one YAML file each in `data/`. Each is read when it is first asked for.
 */

function list<S extends z.ZodType>(name: string, schema: S): () => z.output<S> {
  let value: z.output<S> | undefined
  // By way of the folder's name, because the bundle is in a folder beside it.
  const file = new URL(`../checks/data/${name}.yaml`, import.meta.url)
  return () => {
    value ??= schema.parse(load(readFileSync(file, 'utf8')))
    return value
  }
}

const words = z.string().transform((text): ReadonlySet<string> => new Set(text.trim().split(/\s+/)))
const host = z.string().regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/)
const source = z.url({ protocol: /^https$/ })
const regex = z.string().transform((text) => new RegExp(text, 'u'))

/** Where programs and packages may come from. */
export const installers = list(
  'installers',
  z.strictObject({
    installers: z.array(z.strictObject({ host, path: regex, source })),
    indexes: z.array(z.strictObject({ host, source })),
    releases: z.array(host),
  }),
)

/** Package names by registry, and what is mistaken for them. */
export const packages = list(
  'packages',
  z.strictObject({
    popular: z.strictObject({ npm: words, pypi: words }),
    neighbours: words,
    malicious: words,
  }),
)

export const hosts = list('hosts', z.strictObject({ shorteners: words, carriers: words }))

export const htmlElements = list('html-elements', z.strictObject({ elements: words }))

/** Names of hidden characters, by code point. */
export const characters = list(
  'characters',
  z.strictObject({
    names: z.record(z.string(), z.string()),
    ranges: z.array(z.strictObject({ from: z.int(), to: z.int(), name: z.string() })),
  }),
)

/** Sentences that give orders to the model that reads a page, by language. */
export const injections = list(
  'injections',
  z.strictObject({
    parts: z.record(z.string(), z.string()),
    languages: z.array(
      z.strictObject({
        language: z.string(),
        /** Letters of which text in this language holds at least one; such text is searched in its own letters. */
        script: regex.optional(),
        phrases: z.array(z.strictObject({ kind: z.string(), patterns: z.array(z.string()).min(1) })),
      }),
    ),
  }),
)

/** A pattern as `/source/flags`. */
const literal = z
  .string()
  .regex(/^\/.+\/[a-z]*$/s)
  .transform((text) => {
    const end = text.lastIndexOf('/')
    return new RegExp(text.slice(1, end), text.slice(end + 1))
  })
const name = z.string().transform((text) => new RegExp(`^(?:${text})$`))
const example = z.record(z.string(), z.string())

const row = z.strictObject({
  programs: name,
  first: literal.optional(),
  args: z.array(literal).default([]),
  line: literal.optional(),
  writes: literal.optional(),
  when: z.enum(Object.keys(conditions) as [string, ...string[]]).optional(),
  remote: z.boolean().default(false),
  effect: z.string(),
  forgiven: z.boolean().default(false),
})
const table = z.strictObject({
  why: z.string(),
  hint: z.string().default(''),
  nameable: z.boolean().default(false),
  calls: z.array(row).default([]),
  text: z
    .array(
      z.strictObject({
        pattern: literal,
        effect: z.string(),
        except: literal.optional(),
        forgiven: z.boolean().default(false),
      }),
    )
    .default([]),
  good: z.array(example),
  bad: z.array(example),
})

/** A row over one program call; the file explains the keys. */
export type CommandRow = z.output<typeof row>
export type CommandTable = z.output<typeof table>

/** The rules for commands, by code. */
export const commandTables = list('commands', z.record(z.string(), table))
