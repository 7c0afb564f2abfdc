import { expect, test } from 'vitest'
import { readXml } from '../../src/audit/files.ts'

test('parts below the root, with attributes, links and decoded texts', () => {
  const parts = readXml('<?xml version="1.0"?>\n<a><b x="1 &amp; 2"><c>&lt;d&gt;</c><e href="/f"/></b></a>\n')
  expect(parts).toEqual([{ name: 'b', x: '1 & 2', c: '<d>', e: '', hrefs: ['/f'] }])
})

test.each([
  '',
  'text',
  '<a>',
  '</a>',
  '<a></b>',
  '<a><b></a></b>',
  '<a/><b/>',
  '<a x=1/>',
  '<a>&nbsp;</a>',
  '<a>1 & 2</a>',
  '<a><!-- x --></a>',
  '<a><![CDATA[x]]></a>',
  '<!DOCTYPE a><a/>',
  '<a/>text',
  '<a><?xml version="1.0"?></a>',
])('refuses %s', (text) => expect(() => readXml(text)).toThrow())
