import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Fault } from '../model/fault.ts'
import type { Environment } from './environment.ts'

/** A file that a command was given, or standard input for `-`. */
export async function readText(file: string, { cwd, stdin }: Environment, hint: string): Promise<string> {
  if (file === '-') return stdin()
  const path = resolve(cwd, file)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Fault(`Can’t read ${path}`, hint)
  }
}
