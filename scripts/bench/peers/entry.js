/** An entry of the index, of the page's HTML. */
export const entryOf = ({ title, source, path, html }) => ({
  title,
  category: path.split('/').at(-2),
  url: path,
  symptom: textOf(html, 'symptom').slice(0, 300),
  fix: textOf(html, 'fix').slice(0, 200),
  source,
})

const names = { amp: '&', lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'", '#x27': "'", '#x3C': '<' }

/** The plain text of the section with this heading. */
function textOf(html, id) {
  const start = html.indexOf(`<h2 id="${id}"`)
  const end = html.indexOf('<h2 ', start + 1)
  return html
    .slice(html.indexOf('</h2>', start) + 5, end === -1 ? undefined : end)
    .replace(/<[^>]*>/g, '')
    .replace(/&([#\w]+);/g, (whole, name) => names[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
