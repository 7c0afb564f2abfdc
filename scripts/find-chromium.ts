// Finds a Chromium that is already installed. As a script it prints the path, or exits with 1.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path in CHROME or CHROMIUM, else one of the system, else playwright's own. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = [env.CHROME, env.CHROMIUM].filter((path) => path !== undefined && path !== '') as string[]
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...named, ...installed, ...applications, chromium.executablePath()].find(runs)
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findChromium()
  if (found) console.log(found)
  else process.exitCode = 1
}
