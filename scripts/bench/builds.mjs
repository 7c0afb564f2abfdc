import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writeCatalog } from './catalog.mjs'
import { inspect, sameEntries } from './compare.mjs'
import { Missing } from './installed.mjs'
import { measureWorking, median } from './measure.mjs'
import { synthetic } from './synthetic.mjs'
import { fixdex, peerTools } from './tools.mjs'

const cases = ['cold', 'nothing changed', 'one file edited']

/**
 * Builds the same pages with each tool in turn, round after round. A round is a cold build into a fresh folder, one with
 * nothing changed, one after an edit; the first round warms disks and is not counted. What the tools made is compared
 * before a figure is given out.
 */
export function benchBuilds({ dir, pages, rounds, peers, skip, onStep }) {
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
        skipped.push({ name: tool.name, why: error.message })
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

function setUp(dir, peers, skip, edited, onStep) {
  const tools = []
  const skipped = []
  for (const tool of [fixdex, ...(peers ? peerTools : [])]) {
    if (skip.includes(tool.name.toLowerCase())) continue
    onStep(`setting up ${tool.name}`)
    try {
      const found = tool.find()
      const home = resolve(dir, tool.name.toLowerCase())
      mkdirSync(home)
      tool.setUp(home, join(dir, 'catalog'), found)
      const page = join(home, tool.pages, `${edited.id}.md`)
      tools.push({ tool, name: tool.name, found, home, page, runs: cases.map(() => []) })
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      skipped.push({ name: tool.name, why: error.message })
    }
  }
  return { tools, skipped }
}

/** One round of one tool. */
function build(tool, round, { markdown }) {
  tool.out = join(tool.home, `out-${round}`)
  writeFileSync(tool.page, markdown)
  for (const [index, name] of cases.entries()) {
    if (name === 'one file edited') writeFileSync(tool.page, editedText(markdown, round))
    const { seconds, megabytes } = measureWorking(tool.tool.run(tool.home, tool.out, tool.found))
    if (round > 0) tool.runs[index].push({ seconds, megabytes })
  }
}

/** In the first sentence of the fix, which lists and indexes repeat. */
const editedText = (markdown, round) => markdown.replace('and restart the', `and restart (edit ${round}) the`)

function compare(tools, pages, edited, onStep) {
  onStep('comparing what was made')
  const numbers = new Set([0, pages >> 2, pages >> 1, (pages * 3) >> 2, pages - 1])
  for (const tool of tools) {
    const samples = [...numbers].map((number) => {
      const { id, title, markdown } = synthetic(number)
      return { id, title, markdown: id === edited.id ? readFileSync(tool.page, 'utf8') : markdown }
    })
    tool.inspected = inspect({ tool: tool.tool, out: tool.out, pages, samples })
  }
  sameEntries(tools.map(({ name, inspected }) => ({ name, entries: inspected.entries })))
}

function resultOf({ name, found, runs, inspected: { files, bytes, counts } }) {
  const results = cases.map((label, index) => {
    const seconds = runs[index].map((run) => run.seconds)
    const memory = runs[index].flatMap((run) => run.megabytes ?? [])
    return [
      label,
      { seconds: median(seconds), megabytes: memory.length > 0 ? median(memory) : undefined, runs: seconds },
    ]
  })
  const { version, nodeVersion } = found
  return { name, version, nodeVersion, files, bytes, counts, cases: Object.fromEntries(results) }
}
