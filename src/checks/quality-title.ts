import type { Rule } from './rule.ts'

/** Openings of a guide, a question or an advertisement, in the languages of the catalog. */
const noError =
  /^(?:how (?:to|do|can)\b|howto\b|guide to\b|tutorial\b|introduction to\b|getting started\b|what (?:is|are)\b|why (?:is|are|does|do)\b|best (?:practices|way)\b|the (?:ultimate|complete|definitive)\b|fix(?:ing)? (?:the |your )|solving\b|solve\b|understanding\b|tips (?:for|to)\b|help[:!]|如何|怎么|怎样|どうすれば|方法:|어떻게|cómo\b|wie (?:man|kann)\b|comment (?:faire|r[ée]soudre)\b|как (?:исправить|решить|настроить)\b|como (?:resolver|corrigir)\b)/iu
const advertisement =
  /\b(?:easy fix|quick fix|100 ?% working|in \d+ (?:minutes|seconds|easy steps)|you won't believe|must[- ]read|solved!)|[[(]solved[\])]|(?<![!?])[!?]{2,}$/i

export const qualityTitle: Rule = {
  code: 'quality/title',
  why: 'A title is the error as its reader would name it. A guide, a question or an advertisement is found by nobody who has the error.',
  good: [
    { title: 'Telegram 409 Conflict: terminated by other getUpdates request' },
    { title: 'Agent asks "how to continue?" and stops' },
  ],
  bad: [
    { title: 'How to fix npx ENOENT' },
    { title: 'Why does my MCP server exit?' },
    { title: 'npx ENOENT [SOLVED]' },
    { title: '如何解决 npx ENOENT' },
  ],
  check(parsed, report) {
    if (parsed.kind !== 'solution') return
    const { title } = parsed.data
    // Some messages ask: “Is the docker daemon running?”
    const printed = (parsed.data.errors ?? []).some((message) => /[?？]/u.test(message))
    const question = /[?？]\s*$/u.test(title) && !printed
    const found = noError.exec(title)?.[0] ?? advertisement.exec(title)?.[0] ?? (question ? '?' : undefined)
    if (found === undefined) return
    report(
      'quality/title',
      parsed.keyPlace('title'),
      `Unexpected \`${found.trim()}\` in the title, expected the error itself`,
      {
        severity: 'warning',
        hint: 'Write what is printed or seen: the message, the status, the program.',
      },
    )
  },
}
