import { strToU8, zipSync } from 'fflate'

/** A wheel of the package `answers`, made by hand: a module, and what pip wants to know of it. */
export function wheelOf(version: string, answer: number): Uint8Array {
  const info = `answers-${version}.dist-info`
  return zipSync({
    'answers.py': strToU8(`answer = ${answer}\n`),
    [`${info}/METADATA`]: strToU8(`Metadata-Version: 2.1\nName: answers\nVersion: ${version}\n`),
    [`${info}/WHEEL`]: strToU8(
      'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
    [`${info}/RECORD`]: strToU8(`answers.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`),
  })
}
