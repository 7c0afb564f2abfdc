import type { ServiceName } from '../model/vocabulary.ts'

/** Where the compiled program lies inside the sandbox of a page that needs a service: `${programInside}/lib/…`. */
export const programInside = '/opt/fixdex'

/** A program that runs beside a block, in the block's own sandbox. */
export interface Startable {
  readonly name: string
  /**
   * Command and arguments, with paths as they are inside, run as an ordinary user in `/tmp`. It stays in the
   * foreground.
   */
  readonly start: readonly string[]
  /** Variables that the page's blocks see, and the program too. */
  readonly env: Readonly<Record<string, string>>
  /** Port on 127.0.0.1, or path of a Unix socket, that accepts connections once it is ready. */
  readonly ready: number | string
}

/**
 * Something that a page's blocks talk to, started inside the block's own sandbox before the block and gone with it.
 * Every block begins with a fresh one: no network but its own loopback, no state of the block before.
 */
export interface Service extends Startable {
  readonly name: ServiceName
  /** One line, as pages and lists show it; a stand-in says so. */
  readonly describe: string
  /** Why it can't run on this machine and how to get it, or undefined when it can. Asked outside of the sandbox. */
  available(): string | undefined
}
