import { execFileSync } from 'node:child_process'

/** A log line is some 80 bytes, so this is the past of a million changes. */
const mostBytes = 100_000_000

/** Runs git in a folder and gives what it prints; throws when there is no git, no repository, or nothing to tell. */
export const gitIn =
  (dir: string) =>
  (...args: string[]): string =>
    execFileSync('git', ['-C', dir, ...args], {
      encoding: 'utf8',
      maxBuffer: mostBytes,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
