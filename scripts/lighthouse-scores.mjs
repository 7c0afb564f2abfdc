// Prints a Lighthouse report in a line, and a line for each audit that took something from a score.
import { readFileSync } from 'node:fs'

const [file, name] = process.argv.slice(2)
const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'))
const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round(score * 100)}`)
console.log(`${name}: ${scores.join(', ')}`)
for (const { auditRefs } of Object.values(categories)) {
  for (const { id, weight } of auditRefs) {
    const { score, title, displayValue = '' } = audits[id]
    if (weight > 0 && score !== null && score < 1) console.log(`  ${id} ${score}: ${title} ${displayValue}`)
  }
}
process.exitCode = Object.values(categories).every(({ score }) => score === 1) ? 0 : 1
