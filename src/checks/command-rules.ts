import { statementHarm } from './command-data-loss.ts'
import { cutDeletion, deletions } from './command-delete.ts'
import { leaks, leaksInCode } from './command-leak.ts'
import { decoded } from './command-obfuscated.ts'
import { strangers } from './command-package.ts'
import { persistenceInCode, writes } from './command-persistence.ts'
import { downloadAndRun, remoteCode, remoteCodeInText } from './command-remote-code.ts'
import { commandRule, rowFor, snippetsOf } from './commands.ts'
import type { Rule } from './rule.ts'

const caution: Rule = Object.defineProperties(commandRule('command/caution'), {
  severity: { value: 'warning' },
  checkEntry: { value: undefined },
  check: {
    value: ((_parsed, report, _labels, reading) => {
      for (const { kind, caution, calls, placeAt } of snippetsOf(reading)) {
        if (kind !== 'block' || caution) continue
        for (const call of calls) {
          const row = rowFor('command/caution', call)
          if (row === undefined) continue
          const message = `Unexpected command without a caution: \`${call.text}\` ${row.effect}`
          const hint = 'Write behind the language: caution="what is lost, and how to undo it".'
          report('command/caution', placeAt(call.start), message, { severity: 'warning', hint })
          break
        }
      }
    }) satisfies Rule['check'],
  },
})

/** The rules of data/commands.yaml, with the checks that no row can express. */
export const commandRules: readonly Rule[] = [
  caution,
  commandRule('command/approval'),
  commandRule('command/data-loss', { inSnippet: statementHarm }),
  commandRule('command/delete', { inCall: deletions, inEntry: cutDeletion }),
  commandRule('command/leak', { inCall: leaks, inSnippet: leaksInCode }),
  commandRule('command/obfuscated', { inCall: decoded }),
  commandRule('command/package', { inCall: strangers }),
  commandRule('command/permission'),
  commandRule('command/persistence', { inCall: writes, inSnippet: persistenceInCode }),
  commandRule('command/protection'),
  commandRule('command/remote-code', {
    inCall: remoteCode,
    inCalls: downloadAndRun,
    inSnippet: remoteCodeInText,
  }),
  commandRule('command/system'),
]
