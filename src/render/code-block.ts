import type { ElementContent } from 'hast'
import { common, createLowlight } from 'lowlight'
import type { Code, Nodes, Paragraph, PhrasingContent } from 'mdast'
import type { PageLabels } from '../model/compile-settings.ts'
import { type FenceWords, fenceWords } from '../model/executed-page.ts'

/**
 * A fenced block as it is published: notes for the words after its language, then the highlighted code. Readers come for
 * the fix, so what reproduces the error is folded away, and in Symptom the files for it too.
 */
export function publishedCode(node: Code, { labels, inSymptom }: CodeContext): Nodes[] {
  const language = (node.lang ?? 'text').toLowerCase()
  const children = highlight(node.value, language)
  const code = {
    ...node,
    meta: null,
    data: {
      hProperties: { className: ['hljs', `language-${language}`] },
      ...(children && { hChildren: children }),
    },
  } as Code
  const words = fenceWords(node.meta ?? '') ?? {}
  const folded = words.run === 'reproduce' || (inSymptom === true && words.file !== undefined)
  const notes = notesAbove(words, labels, folded)
  return folded ? [details([...notes, code])] : [...notes, code]
}

interface CodeContext {
  readonly labels: PageLabels
  readonly inSymptom?: boolean
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
  if (language === 'text' || !lowlight.registered(language)) return undefined
  // Its grammars are quadratic in the length of a word.
  if (unbroken.test(code)) return undefined
  return lowlight.highlight(language, code).children as ElementContent[]
}

/** Shows what the words after a fence's language say: the block's file, what running it shows or why it is not run, a caution. */
function notesAbove(
  { file, run, norun, caution }: FenceWords,
  labels: PageLabels,
  folded: boolean,
): Paragraph[] {
  const notes: Paragraph[] = []
  const about: PhrasingContent[] = []
  if (file !== undefined) about.push({ type: 'inlineCode', value: file })
  if (run !== undefined) about.push(text(file === undefined ? labels.run[run] : ` ${labels.run[run]}`))
  if (about.length > 0) {
    const hName = folded ? 'summary' : 'p'
    notes.push(note(['block', ...(run === undefined ? [] : [runClass[run]])], about, hName))
  }
  if (norun !== undefined) notes.push(labelled(labels.run.norun, norun))
  if (caution !== undefined) notes.push(labelled(labels.page.caution, caution))
  return notes
}

const labelled = (label: string, words: string): Paragraph =>
  note(['caution'], [{ type: 'strong', children: [text(`${label}:`)] }, text(` ${words}`)])

const text = (value: string): PhrasingContent => ({ type: 'text', value })

const runClass = { reproduce: 'reproduces', confirm: 'fixes', fix: 'fixes', verify: 'fixes' } as const

const note = (className: string[], children: PhrasingContent[], hName = 'p'): Paragraph => ({
  type: 'paragraph',
  data: { hName, hProperties: { className } },
  children,
})
