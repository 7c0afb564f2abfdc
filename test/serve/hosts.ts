import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../catalog.ts'

/** A real static server: how to start it on a folder, with the least configuration it can live with. */
export interface Host {
  readonly name: string
  /** The program; a host is left out where it is not installed. */
  readonly program: string
  readonly start: (options: { dir: string; port: number; scratch: string }) => string[]
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)

const config = (scratch: string, name: string, text: string): string => {
  const file = join(scratch, name)
  writeFileSync(file, text)
  return file
}

export const hosts: readonly Host[] = [
  {
    name: 'fixdex serve',
    program: process.execPath,
    start: ({ dir, port }) => [join(root, 'lib/cli/main.js'), 'serve', '--out', dir, '--port', String(port)],
  },
  {
    name: 'fixdex serve --strict',
    program: process.execPath,
    start: ({ dir, port }) => [
      join(root, 'lib/cli/main.js'),
      'serve',
      '--strict',
      '--out',
      dir,
      '--port',
      String(port),
    ],
  },
  {
    name: 'sirv',
    program: process.execPath,
    start: ({ dir, port }) => [
      '-e',
      `require('http').createServer(require(${JSON.stringify(join(root, 'node_modules/sirv'))})(${JSON.stringify(dir)}, { dotfiles: true })).listen(${port}, '127.0.0.1')`,
    ],
  },
  {
    name: 'serve',
    program: bin('serve'),
    start: ({ dir, port }) => ['--no-clipboard', '--no-port-switching', '-l', `tcp://127.0.0.1:${port}`, dir],
  },
  {
    name: 'http-server',
    program: bin('http-server'),
    start: ({ dir, port }) => [dir, '-a', '127.0.0.1', '-p', String(port), '-s'],
  },
  {
    name: 'python',
    program: 'python3',
    start: ({ dir, port }) => ['-m', 'http.server', '--bind', '127.0.0.1', '--directory', dir, String(port)],
  },
  {
    name: 'nginx',
    program: 'nginx',
    start: ({ dir, port, scratch }) => [
      '-e',
      join(scratch, 'error.log'),
      '-p',
      scratch,
      '-c',
      config(
        scratch,
        'nginx.conf',
        `daemon off; user root; pid ${scratch}/pid; error_log ${scratch}/error.log; events {}
http { include /etc/nginx/mime.types; access_log off; client_body_temp_path ${scratch}/body; proxy_temp_path ${scratch}/proxy; fastcgi_temp_path ${scratch}/fastcgi; uwsgi_temp_path ${scratch}/uwsgi; scgi_temp_path ${scratch}/scgi;
  server { listen 127.0.0.1:${port}; root ${dir}; } }`,
      ),
    ],
  },
  {
    name: 'Apache',
    program: 'apache2',
    start: ({ dir, port, scratch }) => [
      '-X',
      '-f',
      config(
        scratch,
        'apache.conf',
        `ServerRoot ${scratch}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${scratch}/pid
ErrorLog ${scratch}/error.log
User www-data
Group www-data
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule mime_module /usr/lib/apache2/modules/mod_mime.so
LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
TypesConfig /etc/mime.types
DocumentRoot ${dir}
DirectoryIndex index.html
<Directory ${dir}>
  Require all granted
</Directory>
`,
      ),
    ],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    start: ({ dir, port }) => ['file-server', '--root', dir, '--listen', `127.0.0.1:${port}`],
  },
  {
    name: 'lighttpd',
    program: 'lighttpd',
    start: ({ dir, port, scratch }) => [
      '-D',
      '-f',
      config(
        scratch,
        'lighttpd.conf',
        `server.document-root = "${dir}"
server.bind = "127.0.0.1"
server.port = ${port}
index-file.names = ( "index.html" )
include_shell "${existsSync('/usr/share/lighttpd/create-mime.conf.pl') ? '/usr/share/lighttpd/create-mime.conf.pl' : 'true'}"
`,
      ),
    ],
  },
]

export const installed = ({ program }: Host): boolean =>
  spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0

/** Starts the host and waits until it answers; `stop` ends the whole process group. */
export async function startHost(
  host: Host,
  dir: string,
  scratch: string,
): Promise<{ origin: string; stop: () => void }> {
  const port = await freePort()
  mkdirSync(scratch, { recursive: true })
  const child = spawn(host.program, host.start({ dir, port, scratch }), {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, XDG_CONFIG_HOME: scratch, XDG_DATA_HOME: scratch },
  })
  let printed = ''
  child.stdout.on('data', (data) => (printed += data))
  child.stderr.on('data', (data) => (printed += data))
  const origin = `http://127.0.0.1:${port}`
  for (let wait = 0; wait < 200; wait++) {
    if (child.exitCode !== null) break
    const answer = await fetch(`${origin}/robots.txt`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return { origin, stop: () => stop(child) }
    await new Promise((done) => setTimeout(done, 50))
  }
  stop(child)
  throw new Error(`${host.name} did not start: ${printed}`)
}

function stop(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      )
    })
  })
}
