/** Addresses that never leave the machine. */
export const localHost =
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|[\w-]+\.(?:local|localhost|internal|test)|(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+|kubernetes(?:\.default\S*)?)$/i

export interface Address {
  readonly host: string
  readonly path: string
  readonly text: string
}

/** The addresses in a text; a host that is a variable is given as it stands. */
export function addressesIn(text: string): Address[] {
  return [
    ...text.matchAll(
      /\b(?:https?|ftp|wss?|git\+https?|git\+ssh|git):\/\/(?:[^\s/@"'<>|]{1,200}@)?([^\s/:?#"'<>|;)]{1,253})(?::\d{1,5})?([^\s"'<>|;]{0,1000})/gi,
    ),
  ].map(([whole, host = '', path = '']) => ({ host: host.toLowerCase(), path, text: whole }))
}
