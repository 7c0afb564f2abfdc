import { createHash } from 'node:crypto'

const hash = (text: string): string =>
  createHash('sha512').update(text).digest('base64').replaceAll(/[+/=]/g, '')

/** Ids that look like the vendor's and are the same in every run: the third id of a run is always the third id. */
export function idMaker(): (prefix: string, length: number) => string {
  let made = 0
  return (prefix, length) => {
    made += 1
    return prefix + hash(`${prefix}${made}`).slice(0, length)
  }
}

/** What proves that a text was ours: signatures of thoughts can't be made up or moved to another text. */
export const signatureOf = (text: string): string => hash(`thought ${text}`).repeat(2)
