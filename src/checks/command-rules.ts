import { statementHarm } from './command-data-loss.ts'
import { cutDeletion, deletions } from './command-delete.ts'
import { leaks, leaksInCode } from './command-leak.ts'
import { decoded } from './command-obfuscated.ts'
import { strangers } from './command-package.ts'
import { persistenceInCode, writes } from './command-persistence.ts'
import { downloadAndRun, remoteCode, remoteCodeInText } from './command-remote-code.ts'
import { commandCheck, rowFor, snippetsOf } from './commands.ts'
import type { Check, Checks } from './rule.ts'

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
  'command/data-loss': commandCheck('command/data-loss', { inSnippet: statementHarm }),
  'command/delete': commandCheck('command/delete', { inCall: deletions, inEntry: cutDeletion }),
  'command/leak': commandCheck('command/leak', { inCall: leaks, inSnippet: leaksInCode }),
  'command/obfuscated': commandCheck('command/obfuscated', { inCall: decoded }),
  'command/package': commandCheck('command/package', { inCall: strangers }),
  'command/permission': commandCheck('command/permission'),
  'command/persistence': commandCheck('command/persistence', {
    inCall: writes,
    inSnippet: persistenceInCode,
  }),
  'command/protection': commandCheck('command/protection'),
  'command/remote-code': commandCheck('command/remote-code', {
    inCall: remoteCode,
    inCalls: downloadAndRun,
    inSnippet: remoteCodeInText,
  }),
  'command/system': commandCheck('command/system'),
} satisfies Checks
