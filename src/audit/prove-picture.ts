import type { Report } from './finding.ts'

/** Of the picture that is shown where an address is shared. */
export const cardSize = { width: 1200, height: 630 }

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** What makes the picture. Others hold words, places and dates that nobody sees. */
const chunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'sRGB', 'gAMA', 'pHYs', 'IDAT', 'IEND'])

/** A PNG of the card's size that holds a picture and nothing else. */
export function provePicture(bytes: Buffer, path: string, report: Report): void {
  const types = typesIn(bytes)
  if (!bytes.subarray(0, 8).equals(signature) || types[0] !== 'IHDR' || types.at(-1) !== 'IEND') {
    report('file/syntax', path, 'Unexpected bytes, expected a whole PNG and nothing behind it')
    return
  }
  const foreign = types.find((type) => !chunks.has(type))
  if (foreign)
    report('file/remote', path, `Unexpected chunk ${JSON.stringify(foreign)}, expected the picture alone`)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width !== cardSize.width || height !== cardSize.height) {
    report(
      'head/card',
      path,
      `Unexpected picture of ${width} × ${height}, expected ${cardSize.width} × ${cardSize.height}`,
    )
  }
}

/** Types of the chunks; cut short where the lengths do not add up. */
function typesIn(bytes: Buffer): string[] {
  const types: string[] = []
  let at = 8
  while (at + 12 <= bytes.length) {
    types.push(bytes.toString('latin1', at + 4, at + 8))
    at += 12 + bytes.readUInt32BE(at)
  }
  return at === bytes.length ? types : []
}
