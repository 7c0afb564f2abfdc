import type { Problem } from '../model/problem.ts'
import { printable } from '../model/text.ts'

/** Problems as SARIF 2.1.0, for code scanning. Paths are relative to the working folder. */
export function sarif(problems: readonly Problem[]): string {
  const codes = [...new Set(problems.map(({ code }) => code))].sort()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'fixdex', rules: codes.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map(({ code, severity, path, line, column, message, hint }) => ({
          ruleId: code,
          level: severity,
          message: { text: printable(hint === undefined ? message : `${message}. ${hint}`) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
                region: { startLine: line, startColumn: column },
              },
            },
          ],
        })),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}
