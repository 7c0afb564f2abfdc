// Prints the scores of a Lighthouse report in one line, then a line for each audit that lowered a score.
import { readFileSync } from 'node:fs'

interface Report {
  readonly categories: Readonly<
    Record<string, { title: string; score: number; auditRefs: { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { title: string; score: number | null; displayValue?: string }>>
}

const [file = '', name] = process.argv.slice(2)
const { categories, audits }: Report = JSON.parse(readFileSync(file, 'utf8'))
const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`)
console.log(`${name}: ${scores.join(', ')}`)
for (const { auditRefs } of Object.values(categories)) {
  for (const { id, weight } of auditRefs) {
    const { score, title, displayValue = '' } = audits[id] as Report['audits'][string]
    if (weight > 0 && score !== null && score < 1) console.log(`  ${id} ${score}: ${title} ${displayValue}`)
  }
}
process.exitCode = Object.values(categories).every(({ score }) => score === 1) ? 0 : 1
