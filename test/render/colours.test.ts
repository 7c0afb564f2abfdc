import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../catalog.ts'

const css = readFileSync(join(root, 'templates/style.css'), 'utf8')
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
const light = Object.fromEntries(pairs.map(([, name = '', colour = '']) => [name, colour]))
const dark = Object.fromEntries(pairs.map(([, name = '', , colour = '']) => [name, colour]))

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

describe.each([
  ['light', light],
  ['dark', dark],
])('%s', (_, colours) => {
  test.each(['ink', 'quiet', 'link'])('%s on paper has a contrast of 4.5 or better', (name) => {
    expect(contrast(colours[name] ?? '', colours.paper ?? '')).toBeGreaterThanOrEqual(4.5)
  })
  test.each(['ink', 'link', 'comment', 'keyword', 'string', 'number', 'name', 'meta'])(
    '%s on code',
    (name) => {
      expect(contrast(colours[name] ?? '', colours.code ?? '')).toBeGreaterThanOrEqual(4.5)
    },
  )
  test.each(['ink', 'link'])('%s on the tint of a fix', (name) => {
    expect(contrast(colours[name] ?? '', colours.tint ?? '')).toBeGreaterThanOrEqual(4.5)
  })
  test.each(['warn', 'good', 'fair'])('%s on its ground', (name) => {
    expect(contrast(colours[name] ?? '', colours[`${name}-paper`] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
  test('the words of a button', () => {
    expect(contrast(colours.paper ?? '', colours.accent ?? '')).toBeGreaterThanOrEqual(4.5)
  })
})

test('every color has a light and a dark form', () => {
  const names = [...css.matchAll(/^ {2}--([\w-]+): /gm)].map(([, name]) => name)
  expect(pairs.map(([, name]) => name)).toEqual(names)
})
