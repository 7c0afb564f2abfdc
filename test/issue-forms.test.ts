import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/content/read-config.ts'
import { approval, solutionQuestions } from '../src/intake/issue-form.ts'
import { categories } from '../src/model/vocabulary.ts'
import { buildCatalog, contentFolder, root } from './catalog.ts'
import { chooserSchema, formSchema } from './github-form.ts'
import { smallCatalog } from './valid-solution.ts'

const dir = join(root, '.github/ISSUE_TEMPLATE')
const yaml = (file: string) => load(readFileSync(join(dir, file), 'utf8'))
const forms = readdirSync(dir).filter((file) => file !== 'config.yml')
const fieldsOf = (file: string) =>
  formSchema.parse(yaml(file)).body.flatMap((each) => (each.type === 'markdown' ? [] : each))

describe('what GitHub shows', () => {
  test.each(forms)('%s is a form by its documentation', (file) => {
    expect(formSchema.safeParse(yaml(file)).error?.issues ?? []).toEqual([])
  })

  test('no two forms have one name', () => {
    const names = forms.map((file) => formSchema.parse(yaml(file)).name)
    expect(new Set(names).size).toBe(forms.length)
  })

  test.each([
    ['an unknown key', { hello: 'world' }],
    ['no text at all', { body: [{ type: 'markdown', attributes: { value: 'Hello' } }] }],
    ['an id of two words', { body: [{ type: 'input', id: 'first name', attributes: { label: 'Name' } }] }],
    ['a question without a label', { body: [{ type: 'input', attributes: { description: 'Name' } }] }],
    ['a reserved option', { body: [{ type: 'dropdown', attributes: { label: 'Pie', options: ['None'] } }] }],
    ['an unknown kind', { body: [{ type: 'number', attributes: { label: 'Age' } }] }],
    ['one label twice', { body: Array(2).fill({ type: 'input', attributes: { label: 'Name' } }) }],
    ['a number for a label', { body: [{ type: 'input', attributes: { label: 1.3 } }] }],
  ])('the schema of these tests refuses %s', (_, broken) => {
    const form = {
      name: 'Bug',
      description: 'A bug',
      body: [{ type: 'input', attributes: { label: 'What' } }],
    }
    expect(formSchema.safeParse(form).success).toBe(true)
    expect(formSchema.safeParse({ ...form, ...broken }).success).toBe(false)
  })

  test('an issue without a form is not offered; security problems go where only maintainers look', () => {
    const chooser = chooserSchema.parse(yaml('config.yml'))
    const site = readConfig(join(root, 'content'))
    expect(chooser.blank_issues_enabled).toBe(false)
    const links = chooser.contact_links?.map(({ url }) => url)
    expect(links).toContain(site.contact)
    expect(links).toContain(`${site.base_url}/${site.site}/search`)
    expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toContain(site.contact)
  })
})

describe('the form for a solution', () => {
  test('asks what `fixdex import` reads, in that order', () => {
    const asked = fieldsOf('solution.yml').map(({ id, type, attributes }) => ({
      id,
      label: attributes.label,
      kind: 'render' in attributes && attributes.render ? 'code' : type,
    }))
    expect(asked).toEqual(solutionQuestions)
  })

  test('offers the categories of the code, in their order', () => {
    const category = fieldsOf('solution.yml').find(({ id }) => id === 'category')
    expect(category?.attributes).toMatchObject({ options: [...categories] })
  })

  test('can’t be sent without a person’s approval', () => {
    const human = fieldsOf('solution.yml').find(({ id }) => id === 'human')
    expect(human?.attributes).toMatchObject({ options: [{ label: approval, required: true }] })
  })
})

test('what pages fill in is asked by the form that they name', async () => {
  const { files, text } = await buildCatalog(contentFolder(smallCatalog))
  const links = new Set(
    files()
      .filter((file) => /\.(?:html|md|txt)$/.test(file))
      .flatMap((file) => text(file).match(/https:\/\/[^\s"<>)]*\/issues\/new[^\s"<>)]*/g) ?? [])
      .map((link) => link.replaceAll('&amp;', '&')),
  )
  expect(links.size).toBeGreaterThan(2)
  for (const link of links) {
    const { template = '', title: _, ...filled } = Object.fromEntries(new URL(link).searchParams)
    expect(forms, link).toContain(template)
    const ids = fieldsOf(template).map(({ id }) => id)
    for (const key of Object.keys(filled)) expect(ids, link).toContain(key)
    expect(link.length).toBeLessThan(8000)
  }
})
