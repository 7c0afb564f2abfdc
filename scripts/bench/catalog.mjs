import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { synthetic } from './synthetic.mjs'

/** Writes a content folder of synthetic pages: the same at every run, about 3 KB each. */
export function writeCatalog(dir, count) {
  const content = fileURLToPath(new URL('../../content', import.meta.url))
  cpSync(join(content, 'labels'), join(dir, 'labels'), { recursive: true })
  cpSync(join(content, 'site.yaml'), join(dir, 'site.yaml'))
  for (let number = 0; number < count; number++) {
    const { id, markdown } = synthetic(number)
    const file = join(dir, 'solutions', `${id}.md`)
    if (number < 16) mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
}
