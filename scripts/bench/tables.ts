import type { BuildResults } from './builds.ts'
import type { MatchingResults } from './matching.ts'

interface Measured {
  readonly machine: { readonly node: string; readonly processors: number; readonly dir: string }
}

/** The builds as a table, with ratios to Hugo if it was measured. */
export function buildTable({ machine, pages, rounds, tools, skipped }: Measured & BuildResults): string {
  const hugo = tools.find(({ name }) => name === 'Hugo')
  const rows = tools.map((tool) => {
    const memory = Object.values(tool.cases).flatMap(({ megabytes }) => megabytes ?? [])
    const times = Object.entries(tool.cases).map(([label, { seconds }]) =>
      withRatio(seconds, hugo?.cases[label]?.seconds, (value) => `${value.toFixed(2)} s`),
    )
    const others = hugo && Object.values(hugo.cases).flatMap(({ megabytes }) => megabytes ?? [])
    const peak = withRatio(most(memory), most(others ?? []), (value) => `${value.toFixed(0)} MB`)
    const node = tool.nodeVersion ? ` (Node ${tool.nodeVersion})` : ''
    return [
      `${tool.name} ${tool.version}${node}`,
      ...times,
      peak,
      String(tool.files),
      `${(tool.bytes / 1e6).toFixed(1)} MB`,
    ]
  })
  const head = ['', ...Object.keys(tools[0]?.cases ?? {}), 'peak memory', 'files', 'written']
  return [
    `${pages} pages, medians of ${rounds}${hugo ? ', and ratios to Hugo' : ''}; ${about(machine)}`,
    table([head, ...rows]),
    ...skipped.map(({ name, why }) => `${name} was skipped: ${why}`),
  ].join('\n')
}

const rows: Record<string, (results: MatchingResults) => string> = {
  'match.json': ({ matchFile }) => `${(matchFile / 1e6).toFixed(1)} MB`,
  prepare: ({ prepare }) => `${prepare.toFixed(0)} ms`,
  'match, median': ({ match }) => `${match.median.toFixed(2)} ms`,
  'match, p95': ({ match }) => `${match.p95.toFixed(2)} ms`,
  'as a process': ({ process }) => `${process.median.toFixed(0)} ms`,
  'search page, pasted': ({ pasted }) => `${pasted.median.toFixed(2)} ms`,
  'search page, pasted, p95': ({ pasted }) => `${pasted.p95.toFixed(2)} ms`,
  'search page, typed': ({ typed }) => `${typed.median.toFixed(2)} ms`,
  right: ({ right, covered }) => `${right} of ${covered}`,
  'foreign, answered': ({ answered, foreign }) => `${answered} of ${foreign}`,
}

/** The look-ups, one column per catalog. */
export function matchingTable({
  machine,
  matching,
}: Measured & { matching: readonly MatchingResults[] }): string {
  const cells = Object.entries(rows).map(([name, cell]) => [name, ...matching.map(cell)])
  const head = ['entries', ...matching.map(({ pages }) => String(pages))]
  return [`${matching[0]?.texts} texts; ${about(machine)}`, table([head, ...cells])].join('\n')
}

const about = ({ node, processors, dir }: Measured['machine']) =>
  `Node ${node}, ${processors} processors, ${dir}`

const most = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : undefined)

const withRatio = (value: number | undefined, to: number | undefined, words: (value: number) => string) =>
  value === undefined ? 'unknown' : words(value) + (to === undefined ? '' : ` (${(value / to).toFixed(2)})`)

function table(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
