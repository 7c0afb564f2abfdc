import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type CardText, cardTexts } from '../emit/cards.ts'
import type { Catalog } from '../model/catalog.ts'
import { Fault } from '../model/fault.ts'
import type { Site } from '../model/site.ts'

/** Increase when the drawing changes. */
const version = 2

/**
 * Draws a PNG for each social card, if the site has them. One takes some 30 ms, so they are cached by their text. Throws a
 * `Fault` if the drawing libraries, which nothing else needs, are not installed.
 */
export async function withCards(site: Site, catalog: Catalog, cache: string | undefined): Promise<Site> {
  if (!site.cards) return site
  const cardImages: Record<string, string> = {}
  let draw: ((text: CardText) => Promise<Buffer>) | undefined
  for (const [name, text] of Object.entries(cardTexts(catalog, site))) {
    const key = hash('sha256', JSON.stringify([version, text]), 'hex').slice(0, 20)
    const file = cache && join(cache, 'cards', `${key}.png`)
    if (file && existsSync(file)) {
      cardImages[name] = readFileSync(file, 'base64')
      continue
    }
    draw ??= await drawing()
    const png = await draw(text)
    if (file) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, png)
    }
    cardImages[name] = png.toString('base64')
  }
  return { ...site, cardImages }
}

async function drawing(): Promise<(text: CardText) => Promise<Buffer>> {
  try {
    const [{ default: satori }, { Resvg }] = await Promise.all([import('satori'), import('@resvg/resvg-js')])
    const require = createRequire(import.meta.url)
    const fonts = ([400, 700] as const).map((weight) => ({
      name: 'Inter',
      weight,
      data: readFileSync(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
    }))
    return async (text) => {
      const svg = await satori(layout(text) as never, { width: 1200, height: 630, fonts })
      return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
    }
  } catch (error) {
    throw new Fault(
      `The libraries that draw cards are missing: ${error instanceof Error ? error.message : error}`,
      'Run npm install satori @resvg/resvg-js @fontsource/inter, or set `cards: false` in site.yaml.',
    )
  }
}

const box = (style: object, children: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** In the colors of the site's own card. */
const layout = ({ site, title, about, note }: CardText) =>
  box(
    {
      width: 1200,
      height: 630,
      borderTop: '14px solid #ffb454',
      background: '#0b3345',
      color: '#fff',
      fontFamily: 'Inter',
    },
    box(
      {
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: 1040,
        height: 490,
        margin: '60px 80px',
      },
      [
        box({ fontSize: 44, fontWeight: 700 }, site),
        box({ flexDirection: 'column' }, [
          box({ fontSize: 88, fontWeight: 700, lineHeight: 1.15 }, title),
          box({ marginTop: 24, fontSize: 38, lineHeight: 1.35, color: '#cfe3ea' }, about),
        ]),
        box({ fontSize: 34, color: '#8fdcae' }, note),
      ],
    ),
  )
