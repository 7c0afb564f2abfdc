import type { Command } from 'commander'

/** The option of every command that reads a built catalog. */
export const indexOption = (command: Command): Command =>
  command.option(
    '--index <url|dir>',
    'catalog to ask (else FIXDEX_INDEX, else ./dist, else the published one)',
  )
