import { describe, expect, test } from 'vitest'
import { difference } from '../../src/audit/same-words.ts'

const labels = new Set(['docs'])

describe('the same words', () => {
  test.each([
    ['marks', '**Run** _it_ ~~now~~ `x`', 'Run it now x'],
    ['an address', 'see [the docs](https://a.example/x_(y)) now', 'see the docs now'],
    ['an address in brackets', '[a](<https://a.example/x y>)', 'a'],
    ['an autolink', '<https://a.example>', 'https://a.example'],
    ['a used definition', 'see [docs] and [these][docs]\n\n[docs]: https://a.example', 'see docs and these'],
    ['a list with numbers', '1. one\n2. two\n   10) three', 'one two three'],
    ['a task', '- [ ] do\n- [x] done', 'do done'],
    ['a table', '| a | b |\n| :- | -: |\n| c | d |', 'a b c d'],
    ['a fence with its words', '```js file=a.mjs run=fix\nlet a = 1\n```', 'let a = 1'],
    ['a caution', '```sh caution="ask first"\nrm x\n```', 'ask first rm x'],
    ['a reference in prose', 'a &amp; &eacute;', 'a & é'],
    ['a reference in code', '`&eacute;`', '&eacute;'],
    ['a placeholder', 'set <your-token> here', 'set <your-token> here'],
    ['a number in code', '```text\n1. x\n```', '1. x'],
    ['Korean', '**봇**이 [없다](https://a.example)', '봇이 없다'],
  ])('%s', (_, markdown, shown) => expect(difference(markdown, shown, labels)).toBeUndefined())
})

describe('other words', () => {
  test.each([
    ['more on the page', 'Run it.', 'Run it twice.', 'the page adds'],
    ['more in the twin', 'Run it twice.', 'Run it.', 'the twin adds'],
    ['a comment', 'Run <!-- away --> it.', 'Run it.', 'the twin adds'],
    ['a definition that no link uses', 'Run it.\n\n[//]: https://away.example', 'Run it.', 'the twin adds'],
    ['words behind a fence', '```sh and away\nx\n```', 'x', 'the twin adds'],
    ['a title of a link', '[a](https://a.example "away")', 'a', 'the twin adds'],
    ['another order', 'one two', 'two one', 'the page adds'],
  ])('%s', (_, markdown, shown, finds) => {
    expect(difference(markdown, shown, labels)).toMatch(new RegExp(`^${finds}`))
  })
})
