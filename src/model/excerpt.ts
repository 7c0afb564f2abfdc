import { fixLength } from './entry-length.ts'

/** The first sentence of a fix that the index may have cut, mostly inside of a word; what has none as it was cut. */
export function excerpt(fix: string): string {
  const sentence = /^.{40,}?[.!?](?=\s|$)|^.{15,}?[。！？]/su.exec(fix)?.[0]
  return sentence ?? ([...fix].length < fixLength ? fix : `${fix}…`)
}
