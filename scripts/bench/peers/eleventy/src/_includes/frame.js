export const escaped = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What every page has around its content. */
export const frame = ({ title, description, path, twin = '', category, main }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} | Fixdex</title>
<meta name="description" content="${escaped(description)}">
<link rel="canonical" href="https://example.org${path}">
${twin && `<link rel="alternate" type="text/markdown" href="${twin}">`}
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>
<nav aria-label="Breadcrumb"><ol>
<li><a href="/">Fixdex</a></li>
${category ? `<li><a href="/solutions/${category}">${category}</a></li>` : ''}
</ol></nav>
<form action="/search"><input name="q" type="search"><button type="submit">Search</button></form>
</header>
<main>
${main}
</main>
<footer><p><a href="/skill">Install the search skill</a></p><p><a href="https://github.com/example/catalog/issues/new">Contribute a solution</a></p></footer>
</body>
</html>
`
