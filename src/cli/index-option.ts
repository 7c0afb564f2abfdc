import type { Command } from 'commander'

/** The option of commands that read a built catalog. */
export const indexOption = (command: Command): Command =>
  command.option(
    '--index <url|dir>',
    'catalog to read (default: FIXDEX_INDEX, else ./dist, else the published one)',
  )
