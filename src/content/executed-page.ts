import { createHash } from 'node:crypto'
import { nodesOf, type ParsedSolution, placeOf } from '../model/document.ts'
import { type ExecutedBlock, type ExecutedPage, fenceWords, isRun } from '../model/executed-page.ts'

/** The blocks of a page that are written and run; undefined when none is run. */
export function executedPage({ id, data, document }: ParsedSolution): ExecutedPage | undefined {
  const blocks = nodesOf(document.tree).flatMap((node): ExecutedBlock[] => {
    if (node.type !== 'code') return []
    const { file, run } = fenceWords(node.meta ?? '') ?? {}
    if (file === undefined && run === undefined) return []
    return [
      {
        // A text file ends with a newline; the fence cuts it off.
        text: node.value === '' ? '' : `${node.value}\n`,
        language: (node.lang ?? '').toLowerCase(),
        ...(file === undefined ? {} : { file }),
        ...(run === undefined ? {} : { run }),
        place: placeOf(node),
      },
    ]
  })
  if (!blocks.some(isRun)) return undefined
  const { errors = [], packages = [], needs = [] } = data
  return { id, path: document.path, errors, packages, needs, blocks }
}

/** Changes with everything that a run depends on, and with nothing else: prose may be mended without a new run. */
export function blocksHash({ errors, packages, needs, blocks }: ExecutedPage): string {
  const parts = blocks.map(({ text, language, file, run }) => [file ?? null, run ?? null, language, text])
  const subject = JSON.stringify([1, errors, [...packages].sort(), [...needs].sort(), parts])
  return createHash('sha256').update(subject).digest('hex').slice(0, 16)
}
