/** One address of every kind of page, and the solutions with the most in them: cautions, tables, other scripts. */
export const pageKinds: readonly (readonly [kind: string, address: string])[] = [
  ['home', ''],
  ['category', '/solutions/auth'],
  ['guide', '/guide/auth-errors'],
  ['skill', '/skill'],
  ['rules', '/rules'],
  ['search', '/search?q=429'],
  ['codes', '/code'],
  ['code', '/code/http-429'],
  ['not found', '/404.html'],
  ['solution', '/solutions/agentplatform/claude-code-auto-update-failed-npm-enotempty'],
  ['executed solution', '/solutions/tool-failure/openai-invalid-schema-for-function'],
  ['solution in Korean', '/solutions/auth/openai-api-key-client-option-must-be-set'],
]
