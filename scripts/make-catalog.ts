// Writes a synthetic content folder: `npx tsx scripts/make-catalog.ts DIR PAGES`.
import { writeCatalog } from './bench/synthetic.ts'

const [dir, count] = [process.argv[2], Number(process.argv[3])]
if (!dir || !Number.isInteger(count)) {
  console.error('usage: npx tsx scripts/make-catalog.ts DIR PAGES')
  process.exit(2)
}
writeCatalog(dir, count)
