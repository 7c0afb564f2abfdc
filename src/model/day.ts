import * as z from 'zod'

/** A calendar day, `2026-11-20`. */
export const day = z.string().refine(
  (value) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
    const date = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  },
  { message: 'expected a day such as 2026-11-20' },
)
