import { Command } from '@commander-js/extra-typings'
import type { Sweep } from '../model/sweep.ts'
import { plural, printable } from '../model/text.ts'
import { type Environment, exit } from './environment.ts'
import { type Action, folder, interruption, today, wholeNumber } from './options.ts'

export const sweep = (environment: Environment, action: Action) =>
  new Command('sweep')
    .description(
      'run pages over released versions of Node and of their packages, and record where the error appears',
    )
    .argument('[id...]', 'pages, as <category>/<slug> or path')
    .option('--all', 'every page with runnable blocks that has not been measured in its current form')
    .option('--again', 'also pages that have been measured')
    .option('--limit <n>', 'release lines of one package at most', wholeNumber, 6)
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .option('--jobs <n>', 'pages at a time', wholeNumber, 2)
    .action(
      action(async (ids, flags) => {
        const { sweepCatalog } = await import('../verify/sweep.ts')
        const measured = await sweepCatalog({
          content: folder(flags.content, environment),
          choice: { ids, all: flags.all },
          again: flags.again === true || ids.length > 0,
          limit: Math.max(2, flags.limit),
          jobs: Math.max(1, flags.jobs),
          date: today(environment),
          machine: environment.machine,
          cacheDir: environment.cacheDir,
          signal: interruption(environment),
          onResult: ({ id }, result, done, total) =>
            environment.stderr(printable(`${done} of ${total} ${id}: ${resultText(result)}\n`)),
        })
        environment.stdout(`${plural(measured, 'page')} measured\n`)
        return exit.ok
      }),
    )

/** `zod 3.25.76 gone, 4.1.0 shown` */
const resultText = ({ versions }: Sweep): string =>
  Object.entries(versions)
    .map(([name, tried]) => {
      const list = Object.entries(tried).map(([version, outcome]) => `${version} ${outcome}`)
      return `${name} ${list.join(', ')}`
    })
    .join('; ') || 'nothing with versions'
