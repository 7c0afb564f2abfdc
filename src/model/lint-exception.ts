import * as z from 'zod'
import type { ProblemCode } from './problem.ts'

/** One entry of `content/lint-exceptions.yaml`: a finding that a reviewer has looked at and lets stand. */
export const lintExceptionSchema = z.strictObject({
  path: z.string().regex(/^(?:solutions|guides)\/.+\.md$/, 'expected a file such as solutions/auth/x.md'),
  code: z
    .string()
    .regex(/^[a-z]+\/[a-z-]+$/, 'expected a code such as command/delete')
    .transform((code) => code as ProblemCode),
  reason: z.string().trim().min(20, 'expected a reason that a stranger understands').max(400),
})

export interface LintException extends z.output<typeof lintExceptionSchema> {
  /** 1-based line in the file. */
  readonly line: number
}

export const exceptionsFile = 'lint-exceptions.yaml'
