import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { StdioFlaw } from './flaw.ts'
import { weatherServer } from './weather-server.ts'

/** Serves over this process's standard input and output, with the flaws that show there. */
export function serve(flaw: StdioFlaw): void {
  if (flaw === 'never-answers') {
    process.stdin.resume()
    return
  }
  if (flaw === 'exits-at-once') {
    console.error('Error: WEATHER_API_KEY is not set')
    process.exit(1)
  }
  if (flaw === 'logs-to-stdout') console.log('Weather server running on stdio')
  serveStdio(() => weatherServer(flaw))
}
