import * as z from 'zod'
import type { Catalog } from '../model/catalog.ts'
import { changesSchema, indexSchema } from '../model/json-files.ts'
import { absolute, type Site, siteFile, sitePath } from '../model/site.ts'
import { frontmatterSchema } from '../model/solution.ts'
import type { Output } from './output.ts'

/** JSON Schemas of what is published and what is written, generated from the schemas that check them. */
export function schemas(_catalog: Catalog, site: Site): Output[] {
  const published = {
    'solutions.schema.json': ['Index of the catalog', indexSchema],
    'changes.schema.json': ['Changes of the catalog', changesSchema],
    'frontmatter.schema.json': ['Frontmatter of a solution', frontmatterSchema],
  } as const
  return Object.entries(published).map(([name, [title, schema]]) => {
    const path = `schema/v1/${name}`
    const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' })
    const body = { $schema, $id: absolute(site, sitePath(site, path)), title, ...rest }
    return { path: siteFile(site, path), body: `${JSON.stringify(body, null, 2)}\n` }
  })
}
