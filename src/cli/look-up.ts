import type { Match } from '../client/match.ts'
import type { Fetched } from '../client/reader.ts'
import { prettyJson } from '../emit/output.ts'
import { Fault } from '../model/fault.ts'
import { printable } from '../model/text.ts'
import { type Environment, exit, readText } from './environment.ts'
import { catalogCommand, type From, wholeNumber } from './options.ts'
import { formFor } from './print-answer.ts'

export const match = (environment: Environment) =>
  catalogCommand('match')
    .description('find the fix for a raw error from a file or standard input')
    .argument('[file]', 'text or log with the error; - for standard input', '-')
    .option('--limit <n>', 'maximum number of answers', wholeNumber, 3)
    .option('--lang <code>', 'answer with pages in this language where there are some', 'en')
    .option('--json', 'print the answer as JSON')
    .addHelpText(
      'after',
      '\nExit code 0: found, 3: not covered, 2: the catalog or the file could not be read.\n\n  npm run build 2>&1 | fixdex match',
    )
    .action(async (file, { limit, lang, json, ...from }) => {
      const { answer } = await import('./print-answer.ts')
      const { matchData } = await import('../client/answer.ts')
      const text = await readText(file, environment, 'Name a text file, or pipe the error to standard input.')
      if (text.trim() === '')
        throw new Fault('There is no text to look up', 'Pipe the error in, or name a file.')
      const catalog = await open(from, environment)
      const matcher = withNotice(await catalog.matcher(text), environment)
      const matches = matcher.match(text, { limit }).map((found) => translated(found, lang))
      environment.stdout(
        json
          ? prettyJson({ generated: matcher.generated, matches: matches.map(matchData) })
          : await answer(matches, catalog, matcher, formFor(text, environment.contributeUrl)),
      )
      if (matches.length === 0) environment.exitWith(exit.uncovered)
    })

/** The same match of the page in a language, if it has been translated. */
function translated(match: Match, lang: string): Match {
  const id = match.entry.translations?.[lang]
  return id === undefined ? match : { ...match, entry: { ...match.entry, id } }
}

export const search = (environment: Environment) =>
  catalogCommand('search')
    .description('list solutions with all words in their title and symptom')
    .argument('[words...]', 'words, in any order and case')
    .option('--category <name>', 'only this category')
    .option('--code <text>', 'only with this text in title or symptom, case-sensitive')
    .option('--limit <n>', 'maximum number of entries', wholeNumber, 10)
    .option('--json', 'print the entries as JSON')
    .action(async (words, { category, code, limit, json, ...from }) => {
      const { search } = await import('../client/search.ts')
      const { solutions } = withNotice(await (await open(from, environment)).index(), environment)
      const found = search(solutions, { keywords: words.join(' '), category, code })
      const shown = found.slice(0, limit)
      if (json) environment.stdout(prettyJson(shown))
      else {
        const lines = shown.map(
          ({ title, fix, url, origin }) =>
            `${title}\n  ${fix}\n  ${origin ? `${origin}/solutions/` : ''}${url.split('/').slice(-2).join('/')}\n`,
        )
        if (found.length === 0) lines.push('Nothing found: use fewer words.\n')
        if (found.length > shown.length)
          lines.push(`${found.length - shown.length} more: use more words or --limit\n`)
        environment.stdout(printable(lines.join('')))
      }
      if (found.length === 0) environment.exitWith(exit.uncovered)
    })

export const show = (environment: Environment) =>
  catalogCommand('show')
    .description('print a solution’s page as Markdown')
    .argument('<category/slug>', 'as printed by `match` and `search`')
    .action(async (id, from) => {
      const page = await (await open(from, environment)).page(id)
      environment.stdout(printable(withNotice(page, environment)))
    })

export const mcp = (environment: Environment) =>
  catalogCommand('mcp')
    .description('serve the catalog to an MCP client over standard input and output')
    .action(async (from) => {
      const { mcpServer } = await import('../mcp/server.ts')
      const answer = mcpServer(await open(from, environment), {
        version: environment.version,
        formFor: (text) => formFor(text, environment.contributeUrl),
      })
      const answers: Promise<void>[] = []
      const send = (reply = '') => environment.stdout(reply && `${reply}\n`)
      for await (const line of environment.lines()) answers.push(answer(line).then(send))
      await Promise.all(answers)
    })

async function open(from: From, environment: Environment) {
  const { openCatalog } = await import('./open-catalog.ts')
  return openCatalog(from, environment)
}

/** The value that was read; a notice that it is stale goes to standard error. */
function withNotice<T>({ value, notice }: Fetched<T>, { stderr }: Environment): T {
  if (notice) stderr(`fixdex: ${notice}\n`)
  return value
}
