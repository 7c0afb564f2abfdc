import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentFolder, root } from '../catalog.ts'
import { type Running, start } from '../serve/process.ts'
import { smallCatalog, validSolution } from '../valid-solution.ts'
import { chromiumPath, launch, watch } from './browser.ts'

const first = 'solutions/general/connect-econnrefused.md'
const address = '/catalog/solutions/general/connect-econnrefused'

describe.skipIf(chromiumPath === undefined)('the preview in a browser', () => {
  const content = contentFolder(smallCatalog)
  const templates = join(dirname(content), 'templates')
  let dev: Running
  let origin = ''
  let browser: Browser
  let page: Page
  let seen: ReturnType<typeof watch>
  beforeAll(async () => {
    mkdirSync(templates)
    for (const name of ['style.css', 'solution.eta'])
      cpSync(join(root, 'templates', name), join(templates, name))
    dev = start(['dev', '--content', content])
    ;[, origin = ''] = await dev.prints(/at (http:\/\/127\.0\.0\.1:\d+)\/catalog /)
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await dev.end('SIGINT')
  })

  /** A window that is too small for the page, scrolled down, with a mark that no reload survives. */
  beforeEach(async () => {
    await page?.close()
    page = await browser.newPage({ viewport: { width: 700, height: 300 }, reducedMotion: 'reduce' })
    seen = watch(page)
    write(first, validSolution)
    await page.goto(origin + address)
    await text('Nothing listens on the port')
    await page.waitForFunction(() => document.documentElement.scrollHeight > 800)
    await page.evaluate(() => {
      scrollTo(0, 400)
      Object.assign(globalThis, { mark: true })
    })
  })

  const write = (path: string, text: string) => writeFileSync(join(content, path), text)
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
    writeFileSync(file, text.replace(from, to))
    return () => writeFileSync(file, text)
  }
  const text = (words: string) => page.locator('body', { hasText: words }).waitFor()
  const gone = (words: string) =>
    page.waitForFunction((text) => !document.body.textContent?.includes(text), words)
  const overlay = () => page.locator('fixdex-problems details')
  const undisturbed = async () => {
    expect(await page.evaluate(() => [scrollY, 'mark' in globalThis])).toEqual([400, true])
    expect(seen.messages).toEqual([])
  }

  test('an edit is seen where the reader stands, without a reload', async () => {
    write(first, validSolution.replace('Nothing listens', 'Nobody at all listens'))
    await text('Nobody at all listens')
    await undisturbed()
    expect(await page.title()).toContain('connect ECONNREFUSED')
  })

  test('a mistake is told by file and line over the last good page, until it is fixed', async () => {
    write(first, validSolution.replace('Nothing listens', 'A bad state').replace('attempts: 3', 'atempts: 3'))
    await overlay().waitFor()
    expect(await overlay().locator('h2').textContent()).toContain(`${first}:11:1`)
    expect(await overlay().locator('pre').textContent()).toContain('11 | atempts: 3')
    expect(await page.locator('main').textContent()).toContain('Nothing listens')
    await page.keyboard.press('Escape')
    expect(await overlay().getAttribute('open')).toBeNull()
    await undisturbed()

    write(first, validSolution.replace('Nothing listens', 'A fixed state: nothing listens'))
    await text('A fixed state')
    await overlay().waitFor({ state: 'hidden' })
    await undisturbed()
  })

  test('a renamed file takes the reader along', async () => {
    const to = 'solutions/general/another-name.md'
    renameSync(join(content, first), join(content, to))
    await page.waitForURL(`${origin}/catalog/solutions/general/another-name`)
    await text('Nothing listens on the port')
    rmSync(join(content, to))
  })

  test('a deleted file is gone, and back when it is written again', async () => {
    rmSync(join(content, first))
    await text('Page not found')
    write(first, validSolution)
    await text('Nothing listens on the port')
    expect(await page.evaluate(() => 'mark' in globalThis)).toBe(true)
  })

  test('a template', async () => {
    const undo = edit(join(templates, 'solution.eta'), '<dl class="facts"', '<p>From a template</p>$&')
    await text('From a template')
    await undisturbed()
    undo()
    await gone('From a template')
  })

  test('the stylesheet', async () => {
    const undo = edit(join(templates, 'style.css'), '\n/* Text */', '\nh1 { color: rgb(1, 2, 3) }\n')
    const turnsInto = (seen: boolean) =>
      page.waitForFunction(
        (wanted) =>
          (getComputedStyle(document.querySelector('h1') as Element).color === 'rgb(1, 2, 3)') === wanted,
        seen,
      )
    await turnsInto(true)
    await undisturbed()
    undo()
    await turnsInto(false)
  })

  test('a label', async () => {
    const undo = edit(join(content, 'labels/en.yaml'), 'Last reviewed', 'Looked at last')
    await text('Looked at last')
    await undisturbed()
    undo()
    await gone('Looked at last')
  })

  test('the configuration of the site', async () => {
    const undo = edit(join(content, 'site.yaml'), 'title: ', 'title: Renamed ')
    await text('Renamed')
    await undisturbed()
    undo()
    await gone('Renamed')
  })
})
