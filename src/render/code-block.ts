import type { ElementContent } from 'hast'
import { common, createLowlight } from 'lowlight'
import type { Code, Nodes, Paragraph, PhrasingContent } from 'mdast'
import type { PageLabels } from '../model/compile-settings.ts'
import { type FenceWords, fenceWords } from '../model/executed-page.ts'

/**
 * A fenced block as it is published: notes for the words after its language, then the highlighted code. Readers come for
 * the fix, so what reproduces the error is folded away, and in Symptom the files for it too.
 */
export function publishedCode(
  node: Code,
  { labels, inSymptom }: { readonly labels: PageLabels; readonly inSymptom?: boolean },
): Nodes[] {
  const language = (node.lang ?? 'text').toLowerCase()
  const hChildren = highlight(node.value, language)
  const words = fenceWords(node.meta ?? '') ?? {}
  const hProperties = { className: ['hljs', `language-${language}`, words.quote ?? ''].filter(Boolean) }
  const code = { ...node, meta: null, data: { hProperties, ...(hChildren && { hChildren }) } } as Code
  const folded = words.run === 'reproduce' || (inSymptom === true && words.file !== undefined)
  const notes = notesAbove(words, labels, folded)
  return folded ? [details([...notes, code])] : [...notes, code]
}

const details = (children: Nodes[]) =>
  ({ type: 'box', data: { hName: 'details' }, children }) as unknown as Nodes

const lowlight = createLowlight(common)

/** Language names that authors use and the highlighter knows under another name. */
lowlight.registerAlias({
  bash: ['console', 'shellsession'],
  ini: ['toml', 'env', 'properties', 'dotenv'],
  plaintext: ['log'],
})

const unbroken = /\S{1000}|\s{1000}/

/** Code as spans with classes, or undefined when the language has no highlighting. */
function highlight(code: string, language: string): ElementContent[] | undefined {
  // Its grammars are quadratic in the length of a word.
  if (language === 'text' || !lowlight.registered(language) || unbroken.test(code)) return undefined
  return lowlight.highlight(language, code).children as ElementContent[]
}

/** Shows what the words after a fence's language say: the block's file, what running it shows or why it is not run, a caution. */
function notesAbove(
  { file, run, norun, caution, quote }: FenceWords,
  labels: PageLabels,
  folded: boolean,
): Paragraph[] {
  const notes: Paragraph[] = []
  const about: PhrasingContent[] = []
  if (file) about.push({ type: 'inlineCode', value: file })
  if (run) about.push(text(file ? ` ${labels.run[run]}` : labels.run[run]))
  const runClass = run === 'reproduce' ? ['reproduces'] : run ? ['fixes'] : []
  if (about.length > 0) notes.push(note(['block', ...runClass], about, folded ? 'summary' : 'p'))
  if (norun !== undefined) notes.push(labelled(labels.run.norun, norun))
  if (caution !== undefined) notes.push(labelled(labels.page.caution, caution))
  if (quote !== undefined) notes.push(note(['caution'], [text(labels.page.attack)]))
  return notes
}

const labelled = (label: string, words: string): Paragraph =>
  note(['caution'], [{ type: 'strong', children: [text(`${label}:`)] }, text(` ${words}`)])

const text = (value: string): PhrasingContent => ({ type: 'text', value })

const note = (className: string[], children: PhrasingContent[], hName = 'p'): Paragraph => ({
  type: 'paragraph',
  data: { hName, hProperties: { className } },
  children,
})
