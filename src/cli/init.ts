import { relative } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import type { CatalogNames } from '../init/starter-files.ts'
import { plural } from '../model/text.ts'
import type { Environment } from './environment.ts'
import { folder } from './options.ts'

export const init = (environment: Environment) =>
  new Command('init')
    .description('start your own catalog: configuration, an example, workflows and forms')
    .argument('[dir]', 'folder, empty or new', '.')
    .option('--repository <url>', 'address of its repository')
    .option('--site <name>', 'first part of every address (default: the repository’s name)')
    .option('--base-url <url>', 'origin that will serve it (default: GitHub Pages of the owner)')
    .option('--title <text>', 'title of the catalog')
    .option('--force', 'allow a folder that is not empty; existing files are kept')
    .action(async (dir, { force = false, ...flags }) => {
      const { catalogNames, packProgram, starterFiles, writeStarter } = await import(
        '../init/starter-files.ts'
      )
      const target = folder(dir, environment)
      const names = catalogNames(target, flags)
      const files = starterFiles(names, environment.version)
      const { written, kept } = writeStarter(target, files, force)
      packProgram(target)
      const where = relative(environment.cwd, target)
      environment.stdout(
        [
          `${plural(written.length, 'file')} written${kept.length > 0 ? `, ${plural(kept.length, 'file')} kept` : ''}`,
          ...(written.includes('content/site.yaml') ? [whereTo(names, flags.repository !== undefined)] : []),
          `Next:${where === '' ? '' : ` cd ${where};`} npm install; npx fixdex dev --open\n`,
        ].join('\n'),
      )
    })

const whereTo = ({ baseUrl, site, repository }: CatalogNames, isKnown: boolean): string =>
  isKnown
    ? `It will be published at ${baseUrl}/${site}, as content/site.yaml says.`
    : `Its repository is not known: replace ${repository} and ${baseUrl} in content/site.yaml.`
