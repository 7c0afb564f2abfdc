import { spawn } from 'node:child_process'
import { platform } from 'node:os'

/** Opens an address in the browser of the desktop. Where there is none nothing happens: the address is printed too. */
export function openAddress(address: string): void {
  const [program, ...args] =
    platform() === 'darwin'
      ? ['open', address]
      : platform() === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address]
  spawn(program as string, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
