import type { Rule } from './rule.ts'

/** Names of things that a step acts on, where nobody put them into code. */
const concrete =
  /\b[\w-]+\.(?:ya?ml|json|toml|env|ini|conf|cfg|js|ts|py|sh|md|txt|lock)\b|\b[A-Z][A-Z0-9]+_[A-Z0-9_]+\b|\bv?\d+\.\d+(?:\.\d+)?\b|(?:^|\s)--?[a-z][\w-]+|https?:\/\/|\b(?:Settings|Preferences|Dashboard|Console|Billing|Permissions|Menu)\b/u

export const qualityFix: Rule = {
  code: 'quality/nothing-to-do',
  why: 'A fix is carried out as it stands. "Update your configuration" leaves the reader where they were: which file, which key, which value?',
  good: [
    { fix: 'Set `timeout: 60` in `config.yaml`.' },
    { fix: 'Upgrade to 2.4.1, which closes the socket.' },
  ],
  bad: [{ fix: 'Update your configuration and check that everything is set up properly, then try again.' }],
  check(parsed, report, _labels, { prose, code }) {
    if (parsed.kind !== 'solution' || parsed.data.withdrawn !== undefined) return
    const fix = parsed.sections.find(({ kind }) => kind === 'fix')
    if (fix === undefined || code.some(({ section }) => section === 'fix')) return
    const text = prose
      .filter(({ section }) => section === 'fix')
      .map((piece) => piece.text)
      .join(' ')
    if (concrete.test(text)) return
    report(
      'quality/nothing-to-do',
      fix.place,
      'Unexpected fix without a command, setting, file or version, expected a step that can be carried out',
      {
        severity: 'warning',
        hint: 'Name the file, the key and its value, or the command with its flags.',
      },
    )
  },
}
