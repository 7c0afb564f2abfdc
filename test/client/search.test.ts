import { describe, expect, test } from 'vitest'
import { search } from '../../src/client/search.ts'
import type { IndexEntry } from '../../src/model/index-entry.ts'

const entry = (title: string, symptom: string, category: IndexEntry['category'] = 'auth'): IndexEntry => ({
  title,
  category,
  url: `/x/solutions/${category}/${title.length}`,
  symptom,
  fix: 'Only in the fix.',
})
const telegram = entry('Telegram 409 Conflict', 'terminated by other getUpdates request', 'messaging')
const refused = entry('connect ECONNREFUSED', 'The port is closed. HTTP 409 is unrelated.', 'general')
const entries = [telegram, refused]

describe('keyword', () => {
  test.each([
    ['telegram', [telegram]],
    ['TELEGRAM   getupdates\n', [telegram]],
    ['409', [telegram, refused]],
    ['409 port', [refused]],
    ['conflict terminated', [telegram]],
    ['gram 409', [telegram]],
    ['only in the fix', []],
    ['', [telegram, refused]],
  ])('%j', (keywords, found) => {
    expect(search(entries, { keywords })).toEqual(found)
  })

  test('looks at title and symptom as one text, joined by a space', () => {
    expect(search(entries, { keywords: 'conflict' })).toEqual([telegram])
    expect(search([telegram], { keywords: 'conflictterminated' })).toEqual([])
  })

  test('an entry without symptom is searched by its title', () => {
    const { symptom: _, ...bare } = telegram
    expect(search([bare], { keywords: 'telegram' })).toEqual([bare])
  })
})

test('category is equality', () => {
  expect(search(entries, { category: 'messaging' })).toEqual([telegram])
  expect(search(entries, { category: 'messag' })).toEqual([])
})

test('error code occurs as text in title or symptom', () => {
  expect(search(entries, { code: 'ECONNREFUSED' })).toEqual([refused])
  expect(search(entries, { code: 'econnrefused' })).toEqual([])
  expect(search(entries, { code: '409', category: 'general' })).toEqual([refused])
})
