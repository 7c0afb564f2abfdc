import { placeOf } from '../model/document.ts'
import { htmlElements } from './data.ts'
import type { Rule } from './rule.ts'

/** Elements that are also names of types: `Promise<object>` is written by people who mean no element. */
const typeNames =
  /^(?:object|time|data|map|a|b|i|p|q|s|u|var|code|option|output|section|label|text|title|summary|base|link|menu|meter|param|picture|progress|search|slot|source|select|table|template|track|form|input|button|image|video|audio|canvas|dialog|main|nav|body|head|header|footer|article|address|content|command|element|shadow|small|big|font|center|dir|frame|cite|abbr|col|area|ins|del|sub|sup|ruby|rb|rt|rp|mark|details|dl|dt|dd|li|ol|ul|tr|td|th)$/

/** Comments, declarations, and tags that HTML knows or that carry attributes; `<your-token>` and `Map<string>` are words. */
function isMarkup(html: string, before: string): boolean {
  if (/<[!?]/.test(html)) return true
  for (const [, slash, name = '', rest = ''] of html.matchAll(/<(\/?)([A-Za-z][^\s/>]*)([^>]*)/g)) {
    if (/=/.test(rest)) return true
    if (!htmlElements().elements.has(name.toLowerCase())) continue
    const isType = slash === '' && /[\w$]$/.test(before) && /^\/?$/.test(rest.trim()) && typeNames.test(name)
    if (!isType) return true
  }
  return false
}

export const rawHtml: Rule = {
  code: 'markdown/html',
  why: 'HTML can hide text from people that machines read, so a page is Markdown only.',
  good: [
    { fix: 'Set `token` to <your-token> and expect a Promise<Response>.' },
    { fix: 'Write `<div>` around it; it returns Promise<object> then.' },
  ],
  bad: [
    { fix: 'Run it.\n\n<div hidden>more</div>' },
    { fix: 'Run it. <!-- note -->' },
    { fix: 'Press <kbd>x</kbd>.' },
    { fix: 'Open <x onclick="y">this</x>.' },
    { fix: 'Open it<script>go()</script>.' },
  ],
  check({ document }, report, _labels, { nodes }) {
    for (const node of nodes) {
      if (node.type !== 'html') continue
      const at = node.position?.start.offset ?? 0
      if (!isMarkup(node.value, document.text.slice(Math.max(0, at - 1), at))) continue
      const shown = node.value.length > 40 ? `${node.value.slice(0, 40)}…` : node.value
      report(
        'markdown/html',
        placeOf(node),
        `Unexpected HTML \`${shown.replace(/\s+/g, ' ')}\`, expected Markdown`,
        {
          hint: 'Write Markdown, or put the tag in inline code if it is what you talk about.',
        },
      )
    }
  },
}
