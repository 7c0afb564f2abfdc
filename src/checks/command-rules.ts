import type { ProblemCode } from '../model/problem.ts'
import type { Approved } from './approved.ts'
import { leaks } from './command-leak.ts'
import { cutDeletion, deletions } from './command-loss.ts'
import { hostsIn, inlineCode, unapprovedPrograms } from './command-programs.ts'
import { decoded, isLocal, remoteCode, runFiles, writtenBy } from './command-remote-code.ts'
import {
  type Commands,
  commandsOf,
  type Finding,
  lineAround,
  proseSnippet,
  readSnippets,
  type Snippet,
  snippetsOf,
  textsOf,
} from './command-snippets.ts'
import { type CommandRow, type CommandTable, commandTables } from './data.ts'
import { packagesIn } from './packages.ts'
import type { Check, Checks, RuleReport } from './rule.ts'
import type { Call } from './shell-calls.ts'

interface CommandChecks {
  /** Harm that shows in one call. */
  inCall?(call: Call, snippet: Snippet): Iterable<Omit<Finding, 'offset'>>
  /** Harm that only shows in a whole snippet. */
  inSnippet?(snippet: Snippet, approved: Approved | undefined, page: readonly Snippet[]): Iterable<Finding>
}

const cautionHint = 'Put it into a block of its own with caution="…": what is lost, and how to undo it.'

const approvalHint = (kind: string): string =>
  `If it is known and needed, add a line to content/approved/${kind}.yaml; a reviewer decides. Otherwise use one that is approved.`

const noTable: CommandTable = { nameable: false, calls: [], text: [] }

const tableOf = (code: ProblemCode): CommandTable => commandTables()[code] ?? noTable

/** The first row of a rule's table that a call matches. */
export const rowFor = (code: ProblemCode, call: Call): CommandRow | undefined =>
  tableOf(code).calls.find((row) => matches(row, call))

function matches({ programs, first, args, line, writes, given, remote }: CommandRow, call: Call): boolean {
  return (
    programs.test(call.name) &&
    (first === undefined || first.test(call.args[0] ?? '')) &&
    args.every((pattern) => call.args.some((arg) => pattern.test(arg))) &&
    (line === undefined || line.test(call.text)) &&
    (writes === undefined || writtenBy(call).some((file) => writes.test(file))) &&
    (given === undefined ||
      given.test([call.text, call.input, ...call.before.map(({ text }) => text)].join('\n'))) &&
    !(remote && isLocal(call))
  )
}

function* rowFindings(call: Call, rows: readonly CommandRow[]): Iterable<Finding> {
  for (const row of rows) {
    if (!matches(row, call)) continue
    const file = row.writes && writtenBy(call).find((file) => row.writes?.test(file))
    const found = file === undefined ? call.text : `${call.text} > ${file}`
    yield { offset: call.start, found, effect: row.effect, forgivable: row.forgiven }
  }
}

/** A rule over every command of a page, and over what the cut leaves of one in the index. */
export function commandCheck(code: ProblemCode, { inCall, inSnippet }: CommandChecks = {}): Check {
  const refuseAll = (
    { snippets, calling }: Commands,
    report: RuleReport,
    approved: Approved | undefined,
    suffix = '',
  ) => {
    const { calls: rows, text: patterns, nameable } = tableOf(code)
    for (const snippet of patterns.length > 0 || inSnippet ? snippets : calling) {
      if (nameable && snippet.negative && snippet.kind !== 'block') continue
      const findings: Finding[] = []
      for (const call of snippet.calls) {
        findings.push(...rowFindings(call, rows))
        if (inCall)
          for (const finding of inCall(call, snippet)) findings.push({ offset: call.start, ...finding })
      }
      if (snippet.kind !== 'message') findings.push(...patternFindings(snippet, patterns))
      if (inSnippet) findings.push(...inSnippet(snippet, approved, snippets))
      if (findings.length > 0) refuse(snippet, findings, report, suffix)
    }
  }
  const refuse = (snippet: Snippet, findings: readonly Finding[], report: RuleReport, suffix: string) => {
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
  return {
    checkPage(page, report) {
      refuseAll(commandsOf(page, readSnippets), report, page.approved)
    },
    checkEntry(entryAtPlace, report) {
      const { entry, fixPlace } = entryAtPlace
      const commands = commandsOf(entry, ({ fix }) => [
        { ...proseSnippet(fix), section: 'fix', part: undefined, negative: false, placeAt: () => fixPlace },
      ])
      refuseAll(commands, report, undefined, ' in the index, which holds the first 200 characters of Fix')
      if (code === 'command/delete') cutDeletion(entryAtPlace, report)
    },
  }
}

function* patternFindings(snippet: Snippet, patterns: CommandTable['text']): Iterable<Finding> {
  for (const { text, offset } of textsOf(snippet)) {
    for (const { pattern, effect, except, with: other, inSentence, forgiven } of patterns) {
      const match = pattern.exec(text)
      if (!match || except?.test(lineAround(text, match.index)) || other?.test(snippet.text) === false)
        continue
      if (snippet.kind === 'prose' && inSentence?.test(match[0]) === false) continue
      yield {
        offset: offset + (offset === 0 ? match.index : 0),
        found: match[0],
        effect,
        forgivable: forgiven,
      }
    }
  }
}

function* unapprovedHosts(snippet: Snippet, approved: Approved | undefined): Iterable<Finding> {
  if (!approved) return
  // Words only name a host, as a link does.
  const isKnown = /^(?:prose|message)$/.test(snippet.kind) ? approved.isLink : approved.isHost
  for (const { name, offset } of hostsIn(snippet))
    if (!isKnown(name)) yield { offset, found: name, effect: 'host that is not approved', kind: 'hosts' }
  for (const { registry, name, offset } of packagesIn(snippet))
    if (registry === 'host' && !approved.isHost(name))
      yield { offset, found: name, effect: 'source of packages that is not approved', kind: 'hosts' }
}

function* unapprovedPackages(snippet: Snippet, approved: Approved | undefined): Iterable<Finding> {
  if (!approved) return
  for (const { registry, name, offset } of packagesIn(snippet)) {
    if (registry === 'host' || approved.isPackage(registry, name)) continue
    const meant = approved.nearest(registry, name)
    const effect = `${registry} package that is not approved${meant === undefined ? '' : `, one letter from \`${meant}\``}`
    yield { offset, found: name, effect, kind: 'packages' }
  }
}

const caution: Check = {
  checkPage(page, report) {
    for (const { kind, caution, calls, placeAt } of snippetsOf(page)) {
      if (kind !== 'block' || caution) continue
      for (const call of calls) {
        const row = rowFor('command/caution', call)
        if (row === undefined) continue
        report(placeAt(call.start), `Unexpected command without a caution: \`${call.text}\` ${row.effect}`)
        break
      }
    }
  },
}

/** The tables of data/commands.yaml, with the checks that no row can express. */
export const commandChecks = {
  'command/caution': caution,
  'command/approval': commandCheck('command/approval'),
  'command/data-loss': commandCheck('command/data-loss'),
  'command/delete': commandCheck('command/delete', { inCall: deletions }),
  'command/host': commandCheck('command/host', { inSnippet: unapprovedHosts }),
  'command/program': commandCheck('command/program', {
    inSnippet: (snippet, approved) => (approved ? unapprovedPrograms(snippet, approved) : []),
  }),
  'command/indirect': commandCheck('command/indirect'),
  'command/inline-code': commandCheck('command/inline-code', { inCall: inlineCode }),
  'command/leak': commandCheck('command/leak', { inCall: leaks }),
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
