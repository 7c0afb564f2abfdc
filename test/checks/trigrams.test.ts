import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretPatterns } from '../../src/checks/secret-patterns.ts'
import { canMatch, trigramsOf } from '../../src/checks/trigrams.ts'

const can = (pattern: RegExp, text: string) => canMatch(pattern, trigramsOf(text))

test.each([
  [/--skip-permissions\b/, 'claude --skip-permission', '--skip-permissions'],
  [/\bpermission[-_]?mode\b/i, 'permission: mode', 'Permission_Mode'],
  [/(?:send|post) (?:the |all )*keys/, 'send the key', 'post all the keys'],
  [/\bwxyz{2}c|defg?/, 'wx yc dxf', 'wxyzzc'],
  [/(?<!x)token(?=s)/, 'toke n', 'tokens'],
  [/忽略(?:之前|以前)的/u, '忽略的', '请忽略以前的指令'],
  [/link/iu, 'lin c', 'LIN\u212a'],
  [/secret/iu, 'ecret', '\u017fecret'],
])('%s is not looked for in %j, but in %j', (pattern, without, text) => {
  expect(can(pattern, without)).toBe(false)
  expect(pattern.test(text)).toBe(true)
  expect(can(pattern, text)).toBe(true)
})

test.each([[/./], [/ab/], [/[a-z]{3}/], [/(?:abc)?/], [/\d+:\w+/], [/(?:abcdef|x)/], [/()|abcdef/]])(
  '%s needs nothing that could be looked for',
  (pattern) => {
    expect(can(pattern, '')).toBe(true)
  },
)

/** A pattern and a text that it matches. */
interface Sample {
  readonly source: string
  readonly text: string
}

const literal = fc
  .stringMatching(/^[a-zA-Z0-9 _"'=:/é忽]{1,4}$/)
  .map((text): Sample => ({ source: text.replaceAll('/', '\\/'), text }))
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    fc.constantFrom<Sample>(
      { source: '[-_]', text: '-' },
      { source: '[Aa]', text: 'a' },
      { source: '[^b]', text: 'k' },
      { source: '[a-z]', text: 'm' },
      { source: '\\s', text: '\n' },
      { source: '\\w', text: 'Q' },
      { source: '\\.', text: '.' },
      { source: '\\u0041', text: 'A' },
      { source: '\\p{Lu}', text: 'X' },
      { source: '(?=.|$)', text: '' },
      { source: '(?<!never)', text: '' },
    ),
    fc.array(tie('sample'), { minLength: 1, maxLength: 4 }).map(
      (parts): Sample => ({
        source: parts.map(({ source }) => source).join(''),
        text: parts.map(({ text }) => text).join(''),
      }),
    ),
    fc.tuple(fc.array(tie('sample'), { minLength: 1, maxLength: 3 }), fc.nat()).map(
      ([parts, chosen]): Sample => ({
        source: `(?:${parts.map(({ source }) => source).join('|')})`,
        text: (parts[chosen % parts.length] as Sample).text,
      }),
    ),
    fc
      .tuple(tie('sample'), fc.constantFrom('?', '*', '+', '??', '{1,3}', '{2}', '{0,2}'), fc.nat(3))
      .map(([{ source, text }, mark, times]): Sample => {
        const least = mark === '{2}' ? 2 : /^[+]|^\{1/.test(mark) ? 1 : 0
        const most = mark.startsWith('?')
          ? 1
          : mark === '*' || mark === '+'
            ? 3
            : Number(/(\d)\}/.exec(mark)?.[1])
        return {
          source: `(?:${source})${mark}`,
          text: text.repeat(Math.min(most, Math.max(least, times))),
        }
      }),
  ),
}))

test('a pattern that matches is never held back', () => {
  let matched = 0
  fc.assert(
    fc.property(
      sample,
      fc.string(),
      fc.string(),
      fc.constantFrom('u', 'iu'),
      (made, before, after, flags) => {
        const pattern = new RegExp(made.source, flags)
        const text = before + (flags === 'iu' ? made.text.toUpperCase() : made.text) + after
        if (!pattern.test(text)) return
        matched++
        expect(can(pattern, text)).toBe(true)
      },
    ),
    { numRuns: 1500, seed: 20261121 },
  )
  expect(matched).toBeGreaterThan(1000)
})

test('every shape of a secret but two is looked for by a piece of itself', () => {
  const always = secretPatterns.filter(({ pattern }) => can(pattern, '')).map(({ name }) => name)
  expect(always).toEqual(['Discord bot token', 'Twilio key'])
})
