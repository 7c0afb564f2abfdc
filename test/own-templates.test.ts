import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { expect, test } from 'vitest'
import { audit } from '../src/audit/audit.ts'
import { readConfig } from '../src/content/read-config.ts'
import { buildCatalog, contentFolder, root, temporaryFolder } from './catalog.ts'
import { smallCatalog } from './valid-solution.ts'

/** Writes files beside the content. */
function beside(content: string, files: Readonly<Record<string, string>>): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(dirname(content), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return content
}

test('a template beside the content replaces its own of the package, and no other', async () => {
  const plain = await buildCatalog(contentFolder(smallCatalog))
  const content = beside(contentFolder(smallCatalog), {
    'templates/not-found.eta': '<h1>Page not found</h1>\n<p>There is no page at this address. Lost?</p>\n',
    'templates/style.css': 'h1 { color: CanvasText }\n',
  })
  const own = await buildCatalog(content)
  expect(own.text('catalog/404.html')).toContain('Lost?')
  const [style = ''] = own.files().filter((file) => file.endsWith('.css'))
  expect(own.text(style)).toBe('h1 { color: CanvasText }\n')
  const page = 'catalog/solutions/general/connect-econnrefused.html'
  const withoutStyle = (html: string) => html.replace(/style\.\w+\.css/, '')
  expect(withoutStyle(own.text(page))).toBe(withoutStyle(plain.text(page)))
  expect(audit(own.out, { content }).findings).toEqual([])
  expect(audit(own.out).findings.map(({ path }) => path)).toContain('404.html')
})

test('the card is published byte for byte, and a catalog can have its own', async () => {
  const card = readFileSync(join(root, 'templates/card.png'))
  expect(
    readFileSync(join((await buildCatalog(contentFolder(smallCatalog))).out, 'catalog/card.png')),
  ).toEqual(card)
  const content = contentFolder(smallCatalog)
  const own = Buffer.from(card)
  own[own.length - 20] = 0xff
  mkdirSync(join(dirname(content), 'templates'))
  writeFileSync(join(dirname(content), 'templates/card.png'), own)
  expect(readFileSync(join((await buildCatalog(content)).out, 'catalog/card.png'))).toEqual(own)
})

test('a catalog that asks for cards has one for each category, on demand for each solution, and its pages name it', async () => {
  const content = contentFolder(smallCatalog)
  writeFileSync(
    join(content, 'site.yaml'),
    `${readFileSync(join(content, 'site.yaml'), 'utf8')}cards: true\n`,
  )
  const { out, text, files } = await buildCatalog(content)
  expect(files().filter((file) => file.startsWith('catalog/cards/')).length).toBe(16)
  const page = text('catalog/solutions/general/connect-econnrefused.html')
  expect(page).toContain('"og:image" content="https://catalog.example.org/catalog/cards/general.png"')
  expect(audit(out).findings).toEqual([])

  const all = await buildCatalog(content, { cards: true })
  const card = 'catalog/cards/general/connect-econnrefused.png'
  expect(all.files()).toContain(card)
  expect(all.text('catalog/solutions/general/connect-econnrefused.html')).toContain(`/${card}"`)
  expect(audit(all.out).findings).toEqual([])
  const read = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="420"><image width="800" height="420" href="data:image/png;base64,${readFileSync(join(all.out, card), 'base64')}"/></svg>`,
  )
  // The paper of the card: dark blue below an orange line.
  const { pixels } = read.render()
  expect([...pixels.subarray(0, 3)].map((value) => value >> 3)).toEqual(
    [0xff, 0xb4, 0x54].map((value) => value >> 3),
  )
  expect([...pixels.subarray(-4, -1)].map((value) => value >> 3)).toEqual(
    [0x0b, 0x33, 0x45].map((value) => value >> 3),
  )
})

test('another folder of templates can be named', () => {
  const content = beside(contentFolder(smallCatalog), {
    'templates/not-found.eta': '<h1>Lost</h1>\n',
    'theme/not-found.eta': '<h1>Gone</h1>\n',
  })
  const { templates } = readConfig(content, { templates: join(dirname(content), 'theme') })
  expect(templates['not-found']).toBe('<h1>Gone</h1>\n')
  expect(() => readConfig(content, { templates: join(temporaryFolder(), 'none') })).toThrow(
    /^No template folder at /,
  )
})

test('a file there that replaces nothing is refused, with the name that was meant', () => {
  const content = beside(contentFolder(smallCatalog), { 'templates/sollution.eta': '' })
  expect(() => readConfig(content)).toThrow(
    /sollution\.eta replaces no template, did you mean `solution\.eta`\?/,
  )
})

test('a copy of the package’s folder is taken as it is', () => {
  const content = contentFolder(smallCatalog)
  cpSync(join(root, 'templates'), join(dirname(content), 'templates'), { recursive: true })
  expect(Object.keys(readConfig(content).templates)).toContain('solution')
})

test('labels are those of the package, where the catalog does not word them itself', () => {
  const content = contentFolder({ 'labels/en.yaml': 'page:\n  contribute: Tell the platform team\n' })
  const { labels } = readConfig(content)
  expect(labels.en?.page.contribute).toBe('Tell the platform team')
  expect(labels.en?.page.skip).toBe('Skip to content')
  expect(Object.keys(labels)).toContain('ko')
})

test('a language of its own must be whole', () => {
  const content = contentFolder({ 'labels/nl.yaml': 'name: Nederlands\n' })
  expect(() => readConfig(content)).toThrow(/nl\.yaml: sections: .*page: /s)
})
