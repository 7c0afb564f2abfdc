import { placeOf, walk } from '../model/document.ts'
import { htmlElements } from './html-elements.ts'
import type { Rule } from './rule.ts'

/** Comments, declarations, and tags that HTML knows or that carry attributes; `<your-token>` and `Map<string>` are words. */
function isMarkup(html: string): boolean {
  if (/<[!?]/.test(html)) return true
  for (const [, name = '', rest = ''] of html.matchAll(/<\/?([A-Za-z][^\s/>]*)([^>]*)/g)) {
    if (htmlElements.has(name.toLowerCase()) || /=/.test(rest)) return true
  }
  return false
}

export const rawHtml: Rule = {
  code: 'markdown/html',
  why: 'HTML can hide text from people that machines read, so a page is Markdown only.',
  good: [
    { fix: 'Set `token` to <your-token> and expect a Promise<Response>.' },
    { fix: 'Write `<div>` around it.' },
  ],
  bad: [
    { fix: 'Run it.\n\n<div hidden>more</div>' },
    { fix: 'Run it. <!-- note -->' },
    { fix: 'Press <kbd>x</kbd>.' },
    { fix: 'Open <x onclick="y">this</x>.' },
  ],
  check({ document }, report) {
    for (const { node } of walk(document.tree)) {
      if (node.type !== 'html' || !isMarkup(node.value)) continue
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
