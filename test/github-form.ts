import * as z from 'zod'

/*
 * What GitHub takes as an issue form and as the settings of the page that lists them, as its documentation has it:
 * “Syntax for issue forms”, “Syntax for GitHub's form schema”, “Common validation errors when creating issue forms” and
 * “Configuring issue templates for your repository”. Keys that it does not name are refused there and here.
 */

const words = z.string().regex(/\S/)
/** Asking for one gets a form refused. */
const label = words.refine((text) => !/password/i.test(text), 'forbidden word')
const id = z.string().regex(/^[A-Za-z0-9_-]+$/)
const validations = z.strictObject({ required: z.boolean().optional() }).optional()
const unique = (items: readonly string[]) => new Set(items).size === items.length
const option = words.refine((text) => text.toLowerCase() !== 'none', 'reserved word')

const field = <T extends string, A extends z.ZodRawShape>(type: T, attributes: A) =>
  z.strictObject({
    type: z.literal(type),
    id: id.optional(),
    attributes: z.strictObject({ label, description: z.string().optional(), ...attributes }),
    validations,
  })

const text = { placeholder: z.string().optional(), value: z.string().optional() }

const element = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: words }) }),
  field('input', text),
  field('textarea', { ...text, render: words.optional() }),
  field('dropdown', {
    multiple: z.boolean().optional(),
    options: z.array(option).min(1).refine(unique, 'options must be unique'),
    default: z.number().int().nonnegative().optional(),
  }),
  field('checkboxes', {
    options: z
      .array(z.strictObject({ label: words, required: z.boolean().optional() }))
      .min(1)
      .refine((options) => unique(options.map((each) => each.label)), 'options must be unique'),
  }),
])

const names = z.union([words, z.array(words).min(1).refine(unique)]).optional()

export const formSchema = z.strictObject({
  name: words,
  description: words,
  title: words.optional(),
  labels: names,
  assignees: names,
  projects: names,
  type: words.optional(),
  body: z
    .array(element)
    .refine((body) => body.some(({ type }) => type !== 'markdown'), 'a field that is not Markdown')
    .refine((body) => unique(body.flatMap((each) => ('id' in each && each.id ? each.id : []))), 'unique ids')
    .refine(
      (body) => unique(body.flatMap((each) => (each.type === 'markdown' ? [] : each.attributes.label))),
      'unique labels',
    ),
})

export const chooserSchema = z.strictObject({
  blank_issues_enabled: z.boolean().optional(),
  contact_links: z
    .array(z.strictObject({ name: words, url: z.url({ protocol: /^https?$/ }), about: words }))
    .optional(),
})
