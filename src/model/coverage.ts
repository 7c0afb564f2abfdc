import * as z from 'zod'
import { httpsUrl, slugPattern, solutionId } from './fields.ts'

const family = z.strictObject({
  name: z.string().trim().min(3).max(140).describe('what people report, in few words'),
  met: z.enum(['often', 'sometimes', 'seldom']).describe('how often threads show it'),
  seen: httpsUrl.optional().describe('a thread that shows it, where no page does'),
  pages: z.array(solutionId).default([]).describe('solutions that answer it; none is a gap'),
})

/** Shape of `content/coverage.yaml`, which becomes the pages `/coverage` and `/coverage/<kind>`. */
export const coverageSchema = z
  .array(
    z.strictObject({
      kind: z.string().trim().min(3).max(60).describe('what these products are, in the plural'),
      slug: z.string().regex(slugPattern).describe('last part of the address'),
      products: z
        .array(z.strictObject({ name: z.string().trim().min(1).max(80), families: z.array(family).min(1) }))
        .min(1),
    }),
  )
  .refine((kinds) => new Set(kinds.map(({ slug }) => slug)).size === kinds.length, 'expected each slug once')

/** Known errors, and which of them the catalog answers. */
export type Coverage = z.output<typeof coverageSchema>
export type ErrorFamily = z.output<typeof family>

export const coverageFile = 'coverage.yaml'

export const familiesOf = (kinds: Coverage): ErrorFamily[] =>
  kinds.flatMap(({ products }) => products.flatMap(({ families }) => families))

export const isGap = ({ pages }: ErrorFamily): boolean => pages.length === 0
