import { expect, test } from 'vitest'
import { addressProblem } from '../../src/model/fields.ts'

test.each([
  'https://example.org/',
  'https://a.b-c.example/x?y=1#z',
  'http://localhost:3000/',
  'http://127.0.0.1:8080',
  'http://[::1]:1/',
])('%s may be published', (address) => expect(addressProblem(address)).toBeUndefined())

test.each([
  'javascript:alert(1)',
  'htp:/x',
  'http://example.org/',
  'ftp://example.org/',
  'data:text/html,x',
  '//example.org/',
  'example.org',
  'https://user:word@example.org/',
  'https://user@example.org/',
  'https://xn--80ak6aa92e.example/',
  'https://аpple.example/',
  'https://192.168.0.1/',
  'https://0x7f000001/',
  'https://intranet/',
  '',
])('%s may not', (address) => expect(addressProblem(address)).toBeTypeOf('string'))
