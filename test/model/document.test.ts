import { expect, test } from 'vitest'
import { sourceTarget } from '../../src/model/document.ts'

test.each([
  ['guides/g.md', '../solutions/auth/x.md', { kind: 'solutions', id: 'auth/x', fragment: '' }],
  ['solutions/auth/x.md', 'y.md#fix', { kind: 'solutions', id: 'auth/y', fragment: '#fix' }],
  ['solutions/auth/x.md', './y.md', { kind: 'solutions', id: 'auth/y', fragment: '' }],
  ['solutions/auth/x.md', '../memory/z.md', { kind: 'solutions', id: 'memory/z', fragment: '' }],
  ['solutions/auth/x.md', '../../guides/g.md', { kind: 'guides', id: 'g', fragment: '' }],
] as const)('from %s, %s', (from, address, target) => expect(sourceTarget(from, address)).toEqual(target))

test.each([
  'https://example.org/x.md',
  '/solutions/auth/y.md',
  '#fix',
  'javascript:x.md',
  'y',
  '../../../etc/passwd.md',
  'y.md?x=1',
  '//h/y.md',
])('%s is no link to a source file', (address) =>
  expect(sourceTarget('solutions/auth/x.md', address)).toBeUndefined(),
)
