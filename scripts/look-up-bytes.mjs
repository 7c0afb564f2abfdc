// What an agent without our tools fetches from error to fix, in bytes: by code lookup where the error has a code,
// else by the category's list, then the page. `node scripts/look-up-bytes.mjs DIST QUERIES.jsonl`
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codesOf } from '../lib/client/codes.js'

const [dist, file] = process.argv.slice(2)
const site = readdirSync(dist).find((name) => existsSync(join(dist, name, 'match.json')))
const expected = JSON.parse(readFileSync(new URL('../test/eval/expected.json', import.meta.url), 'utf8'))
const bytes = (path) => statSync(join(dist, path)).size
const rows = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .flatMap(({ id, query }) => {
    const page = expected[id]?.[0]
    if (page === undefined) return []
    const lookups = codesOf(query)
      .map((code) => `${site}/lookup/${code}.json`)
      .filter((path) => existsSync(join(dist, path)))
    const hit = lookups.findIndex((path) =>
      readFileSync(join(dist, path), 'utf8').includes(`/solutions/${page}"`),
    )
    const way =
      hit === -1
        ? [...lookups, `${site}/solutions/${page.split('/')[0]}/llms.txt`]
        : lookups.slice(0, hit + 1)
    return [
      {
        id,
        byCode: hit !== -1,
        bytes: [...way, `${site}/solutions/${page}.md`].reduce((sum, path) => sum + bytes(path), 0),
      },
    ]
  })
const sorted = rows.map((row) => row.bytes).sort((a, b) => a - b)
console.log(`${rows.length} errors, ${rows.filter(({ byCode }) => byCode).length} found by their code`)
console.log(
  `bytes from error to page: median ${sorted[Math.floor(sorted.length / 2)]}, largest ${sorted.at(-1)}`,
)
