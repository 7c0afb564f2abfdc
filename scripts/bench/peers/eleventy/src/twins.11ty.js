/** A Markdown twin per page. */
export const data = {
  pagination: { data: 'collections.solutions', size: 1, alias: 'solution' },
  permalink: ({ solution }) => `${solution.filePathStem}.md`,
  eleventyExcludeFromCollections: true,
}

export const render = ({ solution: { data, filePathStem, rawInput } }) => `---
title: ${JSON.stringify(data.title)}
url: https://example.org${filePathStem}
source: ${data.source}
updated: ${data.reviewed.toISOString().slice(0, 10)}
---

[llms.txt](https://example.org/llms.txt)

# ${data.title}
${rawInput}`
