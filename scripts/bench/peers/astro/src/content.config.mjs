import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'

export const collections = {
  solutions: defineCollection({ loader: glob({ pattern: '**/*.md', base: './solutions' }) }),
}
