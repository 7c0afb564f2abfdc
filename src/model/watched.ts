import * as z from 'zod'

export const watchedFile = 'watched.yaml'

/** Where the releases of products are announced, by product as `affects` names it. */
export const watchedSchema = z.record(
  z.string(),
  z.strictObject({
    npm: z.string().optional(),
    pypi: z.string().optional(),
    github: z
      .string()
      .regex(/^[\w.-]+\/[\w.-]+$/)
      .optional(),
  }),
)

export type Watched = z.output<typeof watchedSchema>
