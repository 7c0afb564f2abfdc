import { entryOf } from '../../entry.js'
import { escaped, frame } from './frame.js'

export default ({ title, evidence, affects, retry, errors, source, reviewed, content, page }) => {
  const path = page.filePathStem
  const headings = [...content.matchAll(/<h[23] id="([^"]+)"[^>]*>(.*?)<\/h[23]>/g)]
  return frame({
    title,
    description: entryOf({ title, source, path, html: content }).fix,
    path,
    twin: `${path}.md`,
    category: path.split('/').at(-2),
    main: `<article>
<h1>${escaped(title)}</h1>
<dl>
<dt>Evidence</dt><dd>${evidence}</dd>
<dt>Affects</dt>${affects.map(({ product, versions }) => `<dd>${product} <code>${escaped(versions)}</code></dd>`).join('')}
<dt>Retry</dt><dd>${retry}</dd>
</dl>
<nav><ul>${headings.map(([, id, text]) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul></nav>
<ul>${errors.map((message) => `<li><code>${escaped(message)}</code></li>`).join('')}</ul>
${content}
<p>Source: <a href="${source}">${source}</a>, reviewed ${reviewed.toISOString().slice(0, 10)}</p>
</article>`,
  })
}
