import type { Sizes } from './sizes.ts'

interface Limit {
  readonly host: string
  /** At most this many of what is measured. */
  readonly most: number
  readonly measured: 'files' | 'bytes' | 'largestFile' | 'fullestFolder'
}

const mebibyte = 1024 * 1024

/** What hosts take, by their documentation of 2026: past it they refuse to publish, some without a word. */
const limits: readonly Limit[] = [
  { host: 'Cloudflare, free plan', measured: 'files', most: 20_000 },
  { host: 'Cloudflare, paid plans', measured: 'files', most: 100_000 },
  { host: 'Cloudflare', measured: 'largestFile', most: 25 * mebibyte },
  { host: 'GitHub Pages', measured: 'bytes', most: 1e9 },
  { host: 'Netlify', measured: 'fullestFolder', most: 54_000 },
]

/** One sentence for each limit of a host that the site exceeds. */
export const exceededLimits = (sizes: Sizes): string[] =>
  limits
    .filter(({ measured, most }) => sizes[measured] > most)
    .map(
      (limit) => `Too large for ${limit.host}: ${words[limit.measured](sizes[limit.measured], limit.most)}.`,
    )

const count = (number: number): string => number.toLocaleString('en')
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const words: Readonly<Record<Limit['measured'], (found: number, most: number) => string>> = {
  files: (found, most) => `${count(found)} files, at most ${count(most)}`,
  bytes: (found, most) => `${megabytes(found)}, at most ${megabytes(most)}`,
  largestFile: (found, most) => `a file of ${megabytes(found)}, at most ${megabytes(most)}`,
  fullestFolder: (found, most) => `a folder of ${count(found)} files, at most ${count(most)}`,
}
