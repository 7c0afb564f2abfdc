import { once } from '../model/once.ts'
import type { ProblemCode } from '../model/problem.ts'
import type { Approved } from './approved.ts'
import { cutDeletion, deletions } from './command-loss.ts'
import { hostsIn, inlineCode, unapprovedPrograms } from './command-programs.ts'
import {
  decoded,
  isLocal,
  isOutward,
  pipeline,
  remoteCode,
  runFiles,
  writtenBy,
} from './command-remote-code.ts'
import type { Finding, Snippet } from './command-snippets.ts'
import { type CommandRow, type CommandTable, commandTables } from './data.ts'
import { packagesIn } from './packages.ts'
import { type Check, type Checks, onPage, type RuleReport } from './rule.ts'
import { type Call, withInner } from './shell-calls.ts'

interface CommandChecks {
  /** Harm that shows in one call. */
  inCall?(call: Call, snippet: Snippet): Iterable<Omit<Finding, 'offset'>>
  /** Harm that only shows in a whole snippet of a page. */
  inSnippet?(snippet: Snippet, approved: Approved, page: readonly Snippet[]): Iterable<Finding>
}

const cautionHint = 'Put it into a block of its own with caution="…": what is lost, and how to undo it.'

const approvalHint = (kind: string): string =>
  `If it is known and needed, add a line to content/approved/${kind}.yaml; a reviewer decides. Otherwise use one that is approved.`

const noTable: CommandTable = { nameable: false, calls: () => [], text: [] }

const tableOf = (code: ProblemCode): CommandTable => commandTables().tables[code] ?? noTable

const matches = (row: CommandRow, call: Call): boolean =>
  row.first?.test(call.args[0] ?? '') !== false &&
  row.args.every((pattern) => call.args.some((arg) => pattern.test(arg))) &&
  row.line?.test(call.text) !== false &&
  (row.writes === undefined || fileWritten(row, call) !== undefined) &&
  row.given?.test([call.text, call.input, ...call.before.map(({ text }) => text)].join('\n')) !== false &&
  (row.piped === undefined || read(row.piped, call.before)) &&
  (row.reads === undefined || read(row.reads, [...call.before, ...call.inside], call)) &&
  (row.pair === undefined || hasPair(row.pair, call.args)) &&
  !(row.remote && isLocal(call)) &&
  (!row.outward || isOutward(call))

const hasPair = ({ arg, before }: NonNullable<CommandRow['pair']>, args: Call['args']): boolean =>
  args.some((each, at) => arg.every((one) => one.test(each)) && before?.test(args[at - 1] ?? '') !== false)

const fileWritten = ({ writes }: CommandRow, call: Call): string | undefined =>
  writtenBy(call).find((file) => writes?.test(file))

/** Whether calls, or those inside of them, print what a pattern names, or a call gets it as a file. */
const read = (pattern: RegExp, calls: readonly Call[], own?: Call): boolean =>
  calls.flatMap(withInner).some(({ text }) => pattern.test(text)) ||
  [...calls.flatMap(withInner), ...(own ? [own] : [])].some(({ redirects }) =>
    redirects.some(({ operator, target }) => operator === '<' && pattern.test(target)),
  )

const rowFindings = (call: Call, { calls }: CommandTable): Finding[] =>
  calls(call.name)
    .filter((row) => matches(row, call))
    .map((row) => {
      const found = row.piped || row.reads ? pipeline(call) : call.text
      const file = row.writes ? ` > ${fileWritten(row, call)}` : ''
      return { offset: call.start, found: found + file, effect: row.effect, forgivable: row.forgiven }
    })

/** A rule over every command of a page, and over what the cut leaves of one in the index. */
function commandCheck(code: ProblemCode, { inCall, inSnippet }: CommandChecks = {}): Check {
  const refuseAll = (
    snippets: readonly Snippet[],
    report: RuleReport,
    approved: Approved | undefined,
    suffix = '',
  ) => {
    const table = tableOf(code)
    for (const snippet of snippets) {
      // Under “Do not” dead ends are named.
      if (table.nameable && snippet.part === 'do-not' && snippet.kind !== 'block') continue
      const findings: Finding[] = []
      for (const call of snippet.calls) {
        findings.push(...rowFindings(call, table))
        if (inCall)
          for (const finding of inCall(call, snippet)) findings.push({ offset: call.start, ...finding })
      }
      if (snippet.kind !== 'message') findings.push(...patternFindings(snippet, table))
      if (inSnippet && approved) findings.push(...inSnippet(snippet, approved, snippets))
      if (findings.length > 0) refuse(snippet, findings, report, suffix)
    }
  }
  return {
    checkPage({ snippets, approved }, report) {
      refuseAll(snippets, report, approved)
    },
    checkEntry(fix, rest, report) {
      refuseAll([fix], report, undefined, ' in the index, which holds the first 200 characters of Fix')
      if (code === 'command/delete') cutDeletion(fix, rest, report)
    },
  }
}

/** Reports each effect once a line. */
function refuse(snippet: Snippet, findings: readonly Finding[], report: RuleReport, suffix: string): void {
  const seen = new Set<string>()
  for (const { offset, found, effect, forgivable, kind } of findings) {
    if (forgivable && snippet.caution) continue
    const shown = found.length > 100 ? `${found.slice(0, 100)}…` : found
    const expected = kind ? `one of the approved ${kind}` : 'a command that can do no such harm'
    const message = `Unexpected ${effect}${suffix}: \`${shown.replace(/\s+/g, ' ').trim()}\`, expected ${expected}`
    const place = snippet.placeAt(offset)
    const key = `${place.line} ${effect} ${kind ? found : ''}`
    if (seen.has(key)) continue
    seen.add(key)
    report(place, message, kind ? approvalHint(kind) : forgivable ? cautionHint : undefined)
  }
}

/** The text of a snippet, and of its calls as a shell would read them, as far as any table may find a pattern there. */
const suspectTexts = once((snippet: Snippet): readonly { text: string; offset: number }[] =>
  [
    { text: snippet.text, offset: 0 },
    ...snippet.calls
      .filter((call) => call.text.length > 3 && !snippet.text.includes(call.text))
      .map((call) => ({ text: [...call.assignments, call.text].join(' '), offset: call.start })),
  ].filter(({ text }) => commandTables().isPossible(text)),
)

/** Looks for patterns in the texts of a snippet. */
function patternFindings(snippet: Snippet, { text: patterns }: CommandTable): Finding[] {
  return suspectTexts(snippet).flatMap(({ text, offset }) =>
    patterns.flatMap(({ pattern, effect, except, with: other, inSentence, forgiven }) => {
      const match = pattern.exec(text)
      if (!match || other?.test(snippet.text) === false) return []
      const line = text.slice(text.lastIndexOf('\n', match.index) + 1).split('\n', 1)[0] ?? ''
      if (except?.test(line)) return []
      if (snippet.kind === 'prose' && inSentence?.test(match[0]) === false) return []
      return { offset: offset === 0 ? match.index : offset, found: match[0], effect, forgivable: forgiven }
    }),
  )
}

function* unapprovedHosts(snippet: Snippet, approved: Approved): Iterable<Finding> {
  // Words only name a host, as a link does.
  const isKnown = /^(?:prose|message)$/.test(snippet.kind) ? approved.isLink : approved.isHost
  for (const { name, offset } of hostsIn(snippet))
    if (!isKnown(name)) yield { offset, found: name, effect: 'host that is not approved', kind: 'hosts' }
  for (const { registry, name, offset } of packagesIn(snippet))
    if (registry === 'host' && !approved.isHost(name))
      yield { offset, found: name, effect: 'source of packages that is not approved', kind: 'hosts' }
}

function* unapprovedPackages(snippet: Snippet, approved: Approved): Iterable<Finding> {
  for (const { registry, name, offset } of packagesIn(snippet)) {
    if (registry === 'host' || approved.isPackage(registry, name)) continue
    const meant = approved.nearest(registry, name)
    const effect = `${registry} package that is not approved${meant === undefined ? '' : `, one letter from \`${meant}\``}`
    yield { offset, found: name, effect, kind: 'packages' }
  }
}

const caution = onPage(({ snippets }, report) => {
  const table = tableOf('command/caution')
  for (const { kind, caution, calls, placeAt } of snippets) {
    if (kind !== 'block' || caution) continue
    const [first] = calls.flatMap((call) => rowFindings(call, table))
    if (first === undefined) continue
    report(placeAt(first.offset), `Missing caution: \`${first.found}\` ${first.effect}`)
  }
})

/** The tables of data/commands.yaml, with the checks that no row can express. */
export const commandChecks = {
  'command/caution': caution,
  'command/approval': commandCheck('command/approval'),
  'command/data-loss': commandCheck('command/data-loss'),
  'command/delete': commandCheck('command/delete', { inCall: deletions }),
  'command/host': commandCheck('command/host', { inSnippet: unapprovedHosts }),
  'command/program': commandCheck('command/program', { inSnippet: unapprovedPrograms }),
  'command/indirect': commandCheck('command/indirect'),
  'command/inline-code': commandCheck('command/inline-code', { inCall: inlineCode }),
  'command/leak': commandCheck('command/leak'),
  'command/obfuscated': commandCheck('command/obfuscated', { inCall: decoded }),
  'command/package': commandCheck('command/package', { inSnippet: unapprovedPackages }),
  'command/permission': commandCheck('command/permission'),
  'command/persistence': commandCheck('command/persistence'),
  'command/protection': commandCheck('command/protection'),
  'command/remote-code': commandCheck('command/remote-code', {
    inCall: remoteCode,
    inSnippet: (snippet, _, page) => runFiles(snippet, page),
  }),
  'command/system': commandCheck('command/system'),
} satisfies Checks
