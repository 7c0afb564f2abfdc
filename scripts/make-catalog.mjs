// Writes a synthetic content folder: `node scripts/make-catalog.mjs DIR PAGES`. The same pages at every run, about 3 KB
// each.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { synthetic } from './bench/synthetic.mjs'

const [dir, count] = [process.argv[2], Number(process.argv[3])]
if (!dir || !Number.isInteger(count)) {
  console.error('usage: node scripts/make-catalog.mjs DIR PAGES')
  process.exit(2)
}
const content = fileURLToPath(new URL('../content', import.meta.url))
cpSync(join(content, 'labels'), join(dir, 'labels'), { recursive: true })
cpSync(join(content, 'site.yaml'), join(dir, 'site.yaml'))
for (let number = 0; number < count; number++) {
  const { id, markdown } = synthetic(number)
  const file = join(dir, 'solutions', `${id}.md`)
  if (number < 16) mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, markdown)
}
