import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { categories } from '../src/model/category.ts'
import { root } from './catalog.ts'

interface Form {
  body: { id?: string; attributes: { options?: unknown[] } }[]
}

test('the form for a solution offers the categories of the code, in their order', () => {
  const form = load(readFileSync(join(root, '.github/ISSUE_TEMPLATE/solution.yml'), 'utf8')) as Form
  expect(form.body.find(({ id }) => id === 'category')?.attributes.options).toEqual([...categories])
})
