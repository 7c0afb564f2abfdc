import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inspect, sameEntries } from './compare.ts'
import { Missing } from './installed.ts'
import { measureWorking, median } from './measure.ts'
import { type SyntheticPage, synthetic, writeCatalog } from './synthetic.ts'
import { type Found, fixdex, peerTools, type Tool } from './tools.ts'

/** A tool that is set up, and what was measured so far. */
interface Candidate {
  readonly tool: Tool
  readonly name: string
  readonly found: Found
  readonly home: string
  /** The page that is edited. */
  readonly page: string
  /** Output folder of the current round. */
  out: string
  readonly runs: readonly Run[][]
  inspected?: ReturnType<typeof inspect>
}

interface Run {
  readonly seconds: number
  readonly megabytes: number | undefined
}

interface Skipped {
  readonly name: string
  readonly why: string
}

export type BuildResults = ReturnType<typeof benchBuilds>

const cases = ['cold', 'nothing changed', 'one file edited']

/**
 * Builds the same pages with each tool in turn, round after round. A round is a cold build into a fresh folder, one with
 * nothing changed, and one after an edit; the first round only warms up. Throws unless all tools made the same site.
 */
export function benchBuilds(options: {
  dir: string
  pages: number
  rounds: number
  /** Measure the other tools too, without those whose names are in `skip`. */
  peers: boolean
  skip: readonly string[]
  onStep: (step: string) => void
}) {
  const { dir, pages, rounds, peers, skip, onStep } = options
  writeCatalog(join(dir, 'catalog'), pages)
  const edited = synthetic(pages >> 1)
  const { tools, skipped } = setUp(dir, peers, skip, edited, onStep)
  for (let round = 0; round <= rounds; round++) {
    for (const tool of [...tools]) {
      onStep(`${tool.name}, round ${round} of ${rounds}`)
      try {
        build(tool, round, edited)
      } catch (error) {
        if (tool.tool === fixdex) throw error
        skipped.push({ name: tool.name, why: (error as Error).message })
        tools.splice(tools.indexOf(tool), 1)
      }
    }
    if (round === 0) compare(tools, pages, edited, onStep)
    for (const { out } of tools)
      if (round < rounds)
        for (const left of [out, `${out}.cache`]) rmSync(left, { recursive: true, force: true })
  }
  compare(tools, pages, edited, onStep)
  return { pages, rounds, tools: tools.map(resultOf), skipped }
}

function setUp(
  dir: string,
  peers: boolean,
  skip: readonly string[],
  edited: SyntheticPage,
  onStep: (step: string) => void,
) {
  const tools: Candidate[] = []
  const skipped: Skipped[] = []
  for (const tool of [fixdex, ...(peers ? peerTools : [])]) {
    if (skip.includes(tool.name.toLowerCase())) continue
    onStep(`setting up ${tool.name}`)
    try {
      const found = tool.find()
      const home = resolve(dir, tool.name.toLowerCase())
      mkdirSync(home)
      tool.setUp(home, join(dir, 'catalog'), found)
      const page = join(home, tool.pages, `${edited.id}.md`)
      tools.push({ tool, name: tool.name, found, home, page, out: home, runs: cases.map(() => []) })
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      skipped.push({ name: tool.name, why: error.message })
    }
  }
  return { tools, skipped }
}

/** One round of one tool. */
function build(tool: Candidate, round: number, { markdown }: SyntheticPage): void {
  tool.out = join(tool.home, `out-${round}`)
  writeFileSync(tool.page, markdown)
  for (const [index, name] of cases.entries()) {
    if (name === 'one file edited') writeFileSync(tool.page, editedText(markdown, round))
    const { seconds, megabytes } = measureWorking(tool.tool.run(tool.home, tool.out, tool.found))
    if (round > 0) tool.runs[index]?.push({ seconds, megabytes })
  }
}

/** Edits the first sentence of the fix, which lists and indexes repeat. */
const editedText = (markdown: string, round: number): string =>
  markdown.replace('and restart the', `and restart (edit ${round}) the`)

function compare(
  tools: readonly Candidate[],
  pages: number,
  edited: SyntheticPage,
  onStep: (step: string) => void,
): void {
  onStep('comparing what was made')
  const numbers = new Set([0, pages >> 2, pages >> 1, (pages * 3) >> 2, pages - 1])
  for (const tool of tools) {
    const samples = [...numbers].map((number) => {
      const { id, title, markdown } = synthetic(number)
      return { id, title, markdown: id === edited.id ? readFileSync(tool.page, 'utf8') : markdown }
    })
    tool.inspected = inspect({ tool: tool.tool, out: tool.out, pages, samples })
  }
  sameEntries(tools.map(({ name, inspected }) => ({ name, entries: inspected?.entries ?? [] })))
}

function resultOf({ name, found, runs, inspected }: Candidate) {
  if (inspected === undefined) throw new Error(`${name} was not inspected`)
  const { files, bytes, counts } = inspected
  const results = cases.map((label, index) => {
    const seconds = (runs[index] ?? []).map((run) => run.seconds)
    const memory = (runs[index] ?? []).flatMap((run) => run.megabytes ?? [])
    return [
      label,
      { seconds: median(seconds), megabytes: memory.length > 0 ? median(memory) : undefined, runs: seconds },
    ] as const
  })
  const { version, nodeVersion } = found
  return { name, version, nodeVersion, files, bytes, counts, cases: Object.fromEntries(results) }
}
