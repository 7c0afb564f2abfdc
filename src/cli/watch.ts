import { Command } from '@commander-js/extra-typings'
import { printable } from '../model/text.ts'
import { type Environment, exit } from './environment.ts'
import { type Action, folder } from './options.ts'

export const watchCommand = (environment: Environment, action: Action) =>
  new Command('watch')
    .description('list products whose newest major version no page names')
    .option('--content <dir>', 'folder with site.yaml, labels, solutions and guides', 'content')
    .action(
      action(async (flags) => {
        const { watch } = await import('../verify/watch.ts')
        const interrupted = new AbortController()
        environment.onInterrupt(() => interrupted.abort())
        const { lacking, failed } = await watch({
          content: folder(flags.content, environment),
          machine: environment.machine,
          fetch: environment.fetch,
          signal: interrupted.signal,
        })
        for (const { product, version, known, date, changelog } of lacking)
          environment.stdout(
            printable(`${date} ${product} ${version} (pages know ${known ?? 'no version'}): ${changelog}\n`),
          )
        for (const line of failed) environment.stderr(printable(`not asked: ${line}\n`))
        return lacking.length > 0 ? exit.problems : exit.ok
      }),
    )
