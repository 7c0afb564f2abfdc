import type { ElementContent } from 'hast'
import { common, createLowlight } from 'lowlight'

const lowlight = createLowlight(common)

/** Names that writers use for languages the highlighter knows under another one. */
lowlight.registerAlias({
  bash: ['console', 'shellsession'],
  ini: ['toml', 'env', 'properties', 'dotenv'],
  plaintext: ['log'],
})

const unbroken = /\S{1000}|\s{1000}/

/** Code as spans with classes, or undefined for a language that is not coloured. */
export function highlight(code: string, language: string): ElementContent[] | undefined {
  if (language === 'text' || !lowlight.registered(language)) return undefined
  // Its grammars are quadratic in a word without end, and colours help nobody to read one.
  if (unbroken.test(code)) return undefined
  return lowlight.highlight(language, code).children as ElementContent[]
}
