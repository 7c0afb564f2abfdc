import { collapse } from '../model/text.ts'
import type { Rule } from './rule.ts'

/** Sentences that fit every page, and what forms and chat models leave behind. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:I hope this helps|hope (?:this|that) helps|let me know if|feel free to|don't hesitate|happy (?:coding|hacking|debugging)|as an AI language model|in conclusion|in summary,|to summari[sz]e,|it is (?:important|worth) (?:to note|noting)|it's (?:important|worth) (?:to note|noting)|please note that|delve into|in today's (?:fast-paced|digital)|this comprehensive guide|whether you(?:'re| are) a (?:beginner|seasoned)|look no further)\b/i,
    'filler',
  ],
  [
    /\b(?:authentication credential mismatch|API rate limit reached: too many requests within the allowed window|the (?:error|issue|problem) (?:is|can be|may be|might be) caused by (?:a )?(?:variety|number|multiple|several) (?:of )?(?:factors|reasons|causes|issues)|(?:misconfigur(?:ation|ed settings)|incorrect configuration) (?:or|and) (?:missing|outdated) (?:dependencies|packages)|update your configuration(?: accordingly)?\.|check your (?:settings|configuration|setup)\.|make sure everything is (?:set up|configured|installed) (?:correctly|properly)|ensure (?:that )?(?:all|your) (?:settings|configurations?|dependencies) (?:are|is) (?:correct|properly|up to date)|follow best practices|contact (?:customer )?support for (?:further|more) (?:assistance|help)|resolve the (?:underlying )?issue by (?:fixing|addressing) (?:it|the (?:issue|problem))|try again later\.$)/i,
    'sentence that fits every error',
  ],
  [
    /(?:^|\n)[^\S\n]*(?:#{1,4} |\*\*)?(?:describe the bug|to reproduce|steps to reproduce|expected (?:behaviou?r|result)|actual (?:behaviou?r|result)|additional context|screenshots?|what happened\??|what did you expect(?: to happen)?\??|is there an existing issue for this\??|relevant log output|version information|code of conduct|preflight checklist|bug description|operating system \(?required\)?)(?:\*\*)?[^\S\n]*(?::[^\S\n]*)?(?:$|\n)/i,
    'heading of an issue form',
  ],
  [
    /(?:^|\n|- )(?:\[[x ]\] )?I(?:'ve| have)? (?:searched (?:the )?(?:existing |open )*issues|read the (?:docs|documentation|FAQ|contributing)|agree to|confirm(?:ed)? that)\b|_No response_|<!--\s*(?:Please|Describe)|\b(?:lorem ipsum|TODO:|FIXME:|XXX:|TBD\b|\[insert [a-z ]+\]|your (?:title|text|description) here)/i,
    'rest of a form or draft',
  ],
]

export const qualityBoilerplate: Rule = {
  code: 'quality/boilerplate',
  why: 'A sentence that could stand under any error costs every reader tokens and tells none of them anything.',
  good: [
    {
      cause:
        'The desktop app starts with the PATH of launchd, which has no `/usr/local/bin`. Steps to reproduce it are in the thread.',
    },
  ],
  bad: [
    { cause: 'The error is caused by a variety of factors, such as the network.' },
    { fix: 'Set `PATH`. I hope this helps!' },
    { symptom: '- `spawn npx ENOENT`\n\n### Steps to reproduce\n\n_No response_' },
    { environment: '- [x] I have searched the existing issues' },
  ],
  check(parsed, report, _labels, { prose, code }) {
    if (parsed.kind !== 'solution') return
    // A look at the whole page first: nearly every page has none.
    const { text } = parsed.document
    const line = collapse(text)
    if (!phrases.some(([pattern]) => pattern.test(line) || pattern.test(text))) return
    for (const { text, quoted, placeAt } of [
      ...prose,
      ...code
        .filter(({ inline, language }) => !inline && /^(?:text|md|markdown)$/.test(language))
        .map((piece) => ({ ...piece, quoted: [] })),
    ]) {
      const plain = collapse(text)
      for (const [pattern, kind] of phrases) {
        const match = pattern.exec(plain)
        if (!match) continue
        const offset = Math.max(0, text.indexOf(match[0].trim()))
        if (quoted.some(([start, end]) => start <= offset && offset < end)) continue
        report(
          'quality/boilerplate',
          placeAt(offset),
          `Unexpected ${kind}: \`${match[0].trim()}\`, expected what holds for this error alone`,
          {
            severity: 'warning',
            hint: 'Remove it, or name the component, the setting, the limit, the version.',
          },
        )
      }
    }
  },
}
