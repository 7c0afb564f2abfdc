import { pagePaths, pathOf } from '../../../solutions.js'

export const getStaticPaths = pagePaths

/** A Markdown twin per page. */
export const GET = ({ props: { solution } }) =>
  new Response(`---
title: ${JSON.stringify(solution.data.title)}
url: https://example.org${pathOf(solution)}
source: ${solution.data.source}
updated: ${new Date(solution.data.reviewed).toISOString().slice(0, 10)}
---

[llms.txt](https://example.org/llms.txt)

# ${solution.data.title}

${solution.body}
`)
