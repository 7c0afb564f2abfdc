import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { audit } from '../../src/audit/audit.ts'
import { buildCatalog, contentFolder, filesBelow, root } from '../catalog.ts'

/** The little catalog of test/fixtures/catalog, built: three solutions, one of them in Korean, and a guide. */
export async function publishFixture(): Promise<string> {
  const fixture = join(root, 'test/fixtures/catalog')
  const files = filesBelow(fixture).map((path) => [path, readFileSync(join(fixture, path), 'utf8')] as const)
  return (await buildCatalog(contentFolder(Object.fromEntries(files)))).out
}

/** Hands that damage a published folder, and can undo what they did. */
export class Vandal {
  readonly #dir: string
  /** Content before the damage; undefined where there was no file. */
  readonly #before = new Map<string, Buffer | undefined>()

  constructor(dir: string) {
    this.#dir = dir
  }

  read(path: string): string {
    return readFileSync(join(this.#dir, path), 'utf8')
  }

  write(path: string, content: string | Uint8Array): void {
    this.#remember(path)
    mkdirSync(dirname(join(this.#dir, path)), { recursive: true })
    writeFileSync(join(this.#dir, path), content)
  }

  /** The text must be there, so no test breaks nothing. */
  replace(path: string, from: string | RegExp, to: string): void {
    const text = this.read(path)
    const changed = text.replace(from, () => to)
    if (changed === text) throw new Error(`${path} does not hold ${from}`)
    this.write(path, changed)
  }

  /** Both HTML forms of the page at this address. */
  page(address: string, from: string | RegExp, to: string): void {
    this.replace(`${address}/index.html`, from, to)
    this.replace(`${address}.html`, from, to)
  }

  remove(path: string): void {
    this.#remember(path)
    rmSync(join(this.#dir, path))
  }

  link(target: string, path: string): void {
    this.#before.set(path, undefined)
    symlinkSync(target, join(this.#dir, path))
  }

  undo(): void {
    for (const [path, content] of this.#before) {
      if (content) writeFileSync(join(this.#dir, path), content)
      else rmSync(join(this.#dir, path))
    }
  }

  #remember(path: string): void {
    if (this.#before.has(path)) return
    const file = join(this.#dir, path)
    this.#before.set(path, existsSync(file) ? readFileSync(file) : undefined)
  }
}

/** What the audit finds in a damaged folder, as `code path`, each once. */
export function findingsAfter(dist: string, damage: (hands: Vandal) => void): string[] {
  const hands = new Vandal(dist)
  try {
    damage(hands)
    return [...new Set(audit(dist).findings.map(({ code, path }) => `${code} ${path}`))].sort()
  } finally {
    hands.undo()
  }
}
