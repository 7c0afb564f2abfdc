import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { type CardText, cardTexts } from '../emit/cards.ts'
import { cardSize } from '../emit/page.ts'
import type { Catalog } from '../model/catalog.ts'
import { Fault } from '../model/fault.ts'
import type { Site } from '../model/site.ts'
import styles from './card-styles.json' with { type: 'json' }

/** Increase when the drawing changes. */
const version = 3

/**
 * Draws a PNG for each social card, if the site has them. One takes some 25 ms, so they are cached by their text, and
 * solutions have their own only in a build that asks for `all`. Throws a `Fault` if the drawing libraries, which nothing
 * else needs, are not installed.
 */
export async function withCards(site: Site, catalog: Catalog, cache: string | undefined, all = false) {
  if (!site.cards) return site
  const cardImages: Record<string, string> = {}
  let draw: ((text: CardText) => Promise<Buffer>) | undefined
  for (const [name, text] of Object.entries(cardTexts(catalog, site, all))) {
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
      const fitTo = { mode: 'width', value: cardSize.width } as const
      return indexedPng(new Resvg(svg, { fitTo, font: { loadSystemFonts: false } }).render())
    }
  } catch (error) {
    throw new Fault(
      `The libraries that draw cards are missing: ${error instanceof Error ? error.message : error}`,
      'Run npm install satori @resvg/resvg-js @fontsource/inter, or set `cards: false` in site.yaml.',
    )
  }
}

/** A PNG with a palette, less than half of what the renderer writes: a card has a few dozen colors. */
function indexedPng({ pixels, width, height }: { pixels: Buffer; width: number; height: number }): Buffer {
  const colors = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
  const palette = new Map<number, number>()
  const rows = Buffer.alloc((width + 1) * height)
  colors.forEach((color, at) => {
    // The five upper bits of each channel, without alpha.
    const rounded = color & 0xf8f8f8
    if (!palette.has(rounded)) palette.set(rounded, Math.min(palette.size, 255))
    rows[at + 1 + Math.floor(at / width)] = palette.get(rounded) ?? 0
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3], 8)
  const shades = [...palette.keys()].slice(0, 256)
  const table = Buffer.from(shades.flatMap((color) => [color & 255, (color >> 8) & 255, (color >> 16) & 255]))
  const chunks = { IHDR: head, PLTE: table, IDAT: deflateSync(rows), IEND: Buffer.alloc(0) }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, ...Object.entries(chunks).map(([type, data]) => chunk(type, data))])
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

const box = (style: object, children: unknown) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

/** Pixels of the letters, so that at most four lines are needed. */
const sizeOf = ({ length }: string): number => (length <= 30 ? 88 : length <= 80 ? 60 : 48)

/** In the colors of the site's own card. */
const layout = ({ site, title, about, note }: CardText) =>
  box(
    styles.card,
    box(styles.inside, [
      box(styles.site, site),
      box({ flexDirection: 'column' }, [
        box({ fontSize: sizeOf(title), ...styles.title }, title),
        box(styles.about, about),
      ]),
      box(styles.note, note),
    ]),
  )
