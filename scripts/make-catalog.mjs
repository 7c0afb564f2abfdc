// Writes a synthetic content folder: `node scripts/make-catalog.mjs DIR PAGES`.
import { writeCatalog } from './bench/catalog.mjs'

const [dir, count] = [process.argv[2], Number(process.argv[3])]
if (!dir || !Number.isInteger(count)) {
  console.error('usage: node scripts/make-catalog.mjs DIR PAGES')
  process.exit(2)
}
writeCatalog(dir, count)
