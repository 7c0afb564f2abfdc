import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Match } from '../client/match.ts'
import type { Fetched } from '../client/reader.ts'
import { prettyJson } from '../emit/output.ts'
import { printable } from '../model/text.ts'
import { isKnown } from '../model/unaided.ts'
import { keep } from './disk-store.ts'
import { type Environment, exit, readText } from './environment.ts'
import { type Action, catalogCommand, wholeNumber } from './options.ts'

export const match = (environment: Environment, action: Action) =>
  catalogCommand('match')
    .description('find the fix for a raw error from a file or standard input')
    .argument('[file]', 'text or log with the error; - for standard input', '-')
    .option('--limit <n>', 'maximum number of answers', wholeNumber, 3)
    .option('--json', 'print the answer as JSON')
    .option(
      '--hook',
      'for hooks: print nothing if not covered, or if models know it and it is new in this hour',
    )
    .option('--known', 'with --hook: answer also what models know')
    .addHelpText(
      'after',
      '\nExit code 0: found, 3: not covered, 2: the catalog or the file could not be read.\n\n  npm run build 2>&1 | fixdex match',
    )
    .action(
      action(async (file, { index, limit, json, hook, known }) => {
        const { answer } = await import('./print-answer.ts')
        const text = await readText(
          file,
          environment,
          'Name a text file, or pipe the error to standard input.',
        )
        const catalog = await open(index, environment)
        const matcher = withNotice(await catalog.matcher(), environment)
        const matches = matcher.match(text, { limit })
        const [best] = matches
        if (hook && (best === undefined || (!known && isKnownAndNew(best, environment))))
          return exit.uncovered
        environment.stdout(
          json
            ? prettyJson({ generated: matcher.generated, matches: matches.map(plain) })
            : await answer(matches, catalog, matcher),
        )
        return matches.length > 0 ? exit.ok : exit.uncovered
      }),
    )

/** Milliseconds after which an error that comes again counts as new. */
const rememberedFor = 3_600_000

/** Do models know the answer, and is this the first time that the error came within the hour? */
function isKnownAndNew({ entry }: Match, { cacheDir, wallClock }: Environment): boolean {
  if (!isKnown(entry.known)) return false
  const file = join(cacheDir, 'fixdex', 'hook.json')
  const now = wallClock()
  const recent = Object.entries(readTimes(file)).filter(([, time]) => now - time < rememberedFor)
  keep(file, Buffer.from(JSON.stringify({ ...Object.fromEntries(recent), [entry.id]: now })))
  return recent.every(([id]) => id !== entry.id)
}

/** When errors that models know came last, by page. */
function readTimes(file: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const plain = ({ entry, confidence, matched, score, outside }: Match) => ({
  id: entry.id,
  title: entry.title,
  confidence,
  matched,
  score: Math.round(score * 100) / 100,
  ...(outside === undefined ? {} : { outside }),
  ...(entry.known !== undefined && { known: entry.known }),
})

export const search = (environment: Environment, action: Action) =>
  catalogCommand('search')
    .description('list solutions with all words in their title and symptom')
    .argument('[words...]', 'words, in any order and case')
    .option('--category <name>', 'only this category')
    .option('--code <text>', 'only with this text in title or symptom, case-sensitive')
    .option('--limit <n>', 'maximum number of entries', wholeNumber, 10)
    .option('--json', 'print the entries as JSON')
    .action(
      action(async (words, { index, category, code, limit, json }) => {
        const { search } = await import('../client/search.ts')
        const { solutions } = withNotice(await (await open(index, environment)).index(), environment)
        const found = search(solutions, { keywords: words.join(' '), category, code })
        const shown = found.slice(0, limit)
        if (json) environment.stdout(prettyJson(shown))
        else {
          const lines = shown.map(
            ({ title, fix, url }) =>
              `${title}\n  ${fix}\n  fixdex show ${url.split('/').slice(-2).join('/')}\n`,
          )
          if (found.length === 0) lines.push('Nothing found: use fewer words.\n')
          if (found.length > shown.length)
            lines.push(`${found.length - shown.length} more: use more words or --limit\n`)
          environment.stdout(printable(lines.join('')))
        }
        return found.length > 0 ? exit.ok : exit.uncovered
      }),
    )

export const show = (environment: Environment, action: Action) =>
  catalogCommand('show')
    .description('print a solution’s page as Markdown')
    .argument('<category/slug>', 'as printed by `match` and `search`')
    .action(
      action(async (id, { index }) => {
        const page = await (await open(index, environment)).page(id)
        environment.stdout(printable(withNotice(page, environment)))
        return exit.ok
      }),
    )

export const mcp = (environment: Environment, action: Action) =>
  catalogCommand('mcp')
    .description('serve the catalog to an MCP client over standard input and output')
    .action(
      action(async ({ index }) => {
        const { mcpServer } = await import('../mcp/server.ts')
        const answer = mcpServer(await open(index, environment), environment)
        const answers: Promise<void>[] = []
        const send = (reply = '') => environment.stdout(reply && `${reply}\n`)
        for await (const line of environment.lines()) answers.push(answer(line).then(send))
        await Promise.all(answers)
        return exit.ok
      }),
    )

async function open(index: string | undefined, environment: Environment) {
  const { openCatalog } = await import('./open-catalog.ts')
  return openCatalog(index, environment)
}

/** The value that was read; a notice that it is stale goes to standard error. */
function withNotice<T>({ value, notice }: Fetched<T>, { stderr }: Environment): T {
  if (notice) stderr(`fixdex: ${notice}\n`)
  return value
}
