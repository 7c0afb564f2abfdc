import { describe, expect, test } from 'vitest'
import { hiddenCharacters } from '../../src/checks/hidden-characters.ts'

const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'

describe('lets pass', () => {
  test.each([
    ['plain text', 'tab\tline\nend'],
    ['punctuation', '“quotes” … – — ’ · § →'],
    ['no-break space', 'a\u00a0b'],
    ['Korean, Chinese, Japanese', '안녕 你好，世界 こんにちは。'],
    ['Russian and Greek', 'Привет Ελλάδα'],
    ['an emoji family', '👨‍👩‍👧‍👦'],
    ['an emoji with a tone and a profession', '👩🏽‍💻'],
    ['an emoji of two forms', '❤️ ☎︎ 1️⃣'],
    ['a heart on fire', '❤️‍🔥'],
    ['the flag of England', england],
    ['a flag of two letters', '🇰🇷'],
    ['Persian with a joiner', 'می‌خواهم'],
    ['a Persian plural of a Latin word', 'API‌ها'],
    ['Hindi with joiners', 'क्‍ष क्‌ष'],
    ['a mark of direction beside Hebrew', 'שלום\u200f (abc)'],
    ['an Arabic number sign', '\u0600\u0661'],
    ['a variant of a Han character', '葛\u{e0100}'],
    ['Vietnamese in parts', 'e\u0302\u0301'],
    ['box drawing', '├── src'],
  ])('%s', (_, text) => expect(hiddenCharacters(text)).toEqual([]))
})

describe('finds', () => {
  test.each([
    ['a zero-width space', 'a\u200bb', 'U+200B'],
    ['a joiner between Latin letters', 'a\u200db', 'U+200D'],
    ['a non-joiner between Latin letters', 'a\u200cb', 'U+200C'],
    ['a joiner behind an emoji alone', '👩\u200dabc', 'U+200D'],
    ['two joiners in a row', '👩\u200d\u200d💻', 'U+200D'],
    ['a soft hyphen', 'a\u00adb', 'U+00AD'],
    ['a bidi override', 'a\u202eb', 'U+202E'],
    ['a bidi isolate', 'a\u2066b', 'U+2066'],
    ['a mark of direction in Latin text', 'a\u200fb', 'U+200F'],
    ['an invisible separator', 'a\u2063b', 'U+2063'],
    ['a byte order mark inside', 'a\ufeffb', 'U+FEFF'],
    ['tag characters', 'a\u{e0061}', 'U+E0061'],
    ['tag characters on a flag that is none', '\u{1f3f4}\u{e0061}\u{e007f}', 'U+E0061'],
    ['a selector behind a letter', 'a\ufe0f', 'U+FE0F'],
    ['a selector behind a digit', '1\ufe0fa', 'U+FE0F'],
    ['three selectors in a row', '❤\ufe0f\ufe0f\ufe0f', 'U+FE0F'],
    ['a selector of no emoji', 'a\ufe01', 'U+FE01'],
    ['a long selector behind a letter', 'a\u{e0100}', 'U+E0100'],
    ['two long selectors behind a Han character', '葛\u{e0100}\u{e0101}', 'U+E0101'],
    ['a private character', 'a\ue000', 'U+E000'],
    ['an unassigned character', 'a\u0378', 'U+0378'],
    ['a noncharacter', 'a\uffff', 'U+FFFF'],
    ['half a surrogate pair', 'a\ud83d', 'U+D83D'],
    ['a filler', 'a\u3164b', 'U+3164'],
    ['a blank pattern', 'a\u2800b', 'U+2800'],
    ['a grapheme joiner', 'a\u034fb', 'U+034F'],
    ['a line separator', 'a\u2028b', 'U+2028'],
    ['an escape', 'a\x1b[2J', 'U+001B'],
    ['a control character of the second row', 'a\x9bb', 'U+009B'],
    ['five marks in a row', 'a\u0301\u0302\u0303\u0304\u0305', 'U+0301'],
  ])('%s', (_, text, name) =>
    expect(hiddenCharacters(text).map(({ codePoint }) => codePoint)).toContain(
      Number.parseInt(name.slice(2), 16),
    ),
  )
})
