/* Words of the frontmatter that commands offer too. Apart from the schemas, which take a while to load. */

export const evidenceGrades = ['reproduced', 'confirmed', 'documented', 'reported'] as const
export const retryAdvice = ['no', 'after-fix', 'backoff'] as const
