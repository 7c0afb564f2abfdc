import * as z from 'zod'
import { day, httpsUrl } from './fields.ts'

const words = z
  .string()
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .pipe(z.array(z.string().max(120)))

/** Effects of a program that a reviewer should consider before approving it. */
const effects = ['reads', 'writes', 'deletes', 'installs', 'network', 'system', 'runs'] as const

/** Shape of `approved/programs.yaml`. Lists are words separated by spaces. */
export const programsSchema = z.strictObject({
  programs: z
    .partialRecord(z.enum(effects), words)
    .default({})
    .describe('programs that pages may show, by what they do; `get-*` stands for all such names'),
  subcommands: z
    .record(z.string(), words)
    .default({})
    .describe('of a program that has many, those that pages may show'),
})

/** Shape of `approved/hosts.yaml`. */
export const hostsSchema = z.strictObject({
  hosts: words.default([]).describe('hosts that code and links may name, with all below them'),
  links: words.default([]).describe('hosts that only links may name'),
  open: words.default([]).describe('hosts below or on which anybody can publish'),
  owners: words.default([]).describe('`host/owner` on an open host that code may name'),
})

export const registries = ['npm', 'pypi', 'cargo', 'go', 'gem', 'image', 'action'] as const
export type Registry = (typeof registries)[number]

/** Shape of `approved/packages.yaml`: names by registry. `@scope/` and `owner/` approve everything of that owner. */
export const packagesSchema = z.partialRecord(z.enum(registries), words)

/** Shape of `approved/sentences.yaml`: sentences that sound like orders to a model and are none. */
export const sentencesSchema = z.array(z.string().min(1).max(500))

/** Shape of `retired.yaml`: names that stop to work on a day which their vendor has announced. */
export const retiredSchema = z.array(
  z.strictObject({ vendor: z.string(), date: day, source: httpsUrl, names: z.array(z.string().min(2)) }),
)

/** What pages may name, and no longer: a catalog's lists, or the built-in ones. Plain JSON. */
export interface ApprovedLists {
  readonly retired: z.output<typeof retiredSchema>
  readonly programs: z.output<typeof programsSchema>
  readonly hosts: z.output<typeof hostsSchema>
  readonly packages: z.output<typeof packagesSchema>
  readonly sentences: z.output<typeof sentencesSchema>
}

/** Folder of the lists in a content folder. */
export const approvedFolder = 'approved'
