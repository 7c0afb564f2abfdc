import { expect, test } from 'vitest'
import { readXml } from '../../src/audit/lists.ts'

test('elements with attributes and decoded text, in document order', () => {
  const elements = readXml('<?xml version="1.0"?>\n<a x="1 &amp; 2"><b>&lt;c&gt;</b><d/></a>\n')
  expect(elements).toEqual([
    { name: 'a', attributes: new Map([['x', '1 & 2']]), text: '' },
    { name: 'b', attributes: new Map(), text: '<c>' },
    { name: 'd', attributes: new Map(), text: '' },
  ])
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
])('refuses %s', (text) => expect(readXml(text)).toEqual(expect.any(String)))
