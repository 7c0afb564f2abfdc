import { defineConfig } from 'astro/config'

/** The same pages as the catalog has: layout, highlighting, lists, a Markdown twin and a JSON entry per page, one index. */
export default defineConfig({
  site: 'https://example.org',
  build: { format: 'file' },
  outDir: process.env.OUT,
  cacheDir: `${process.env.OUT}.cache`,
  vite: { cacheDir: `${process.env.OUT}.cache/vite` },
})
