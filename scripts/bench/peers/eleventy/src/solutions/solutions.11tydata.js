export default {
  tags: 'solutions',
  layout: 'solution.11ty.js',
  permalink: ({ page }) => `${page.filePathStem}.html`,
}
