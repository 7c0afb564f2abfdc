import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job, Ran, Workplace } from '../../src/verify/sandbox.ts'
import { thisMachine } from '../../src/verify/sandbox.ts'
import { root, temporaryFolder } from '../catalog.ts'
import { sandboxHere } from './sandbox.ts'

/*
 * What a page's code must not be able to do, tried. Root makes the namespaces itself and becomes nobody inside; an
 * ordinary user needs a user namespace: root can try both.
 */

const ways = thisMachine.root ? [true, false] : [false]
const secret = 'a-secret-of-the-caller'

describe.each(ways.map((asRoot) => ({ asRoot, way: asRoot ? 'made by root' : 'in a user namespace' })))(
  'a sandbox $way',
  async ({ asRoot }) => {
    const sandbox = await sandboxHere({ root: asRoot })
    const brief = await sandboxHere({ root: asRoot }, { seconds: 1 })
    const places: Workplace[] = []
    const workplace = (from = sandbox): Workplace => {
      const made = from?.workplace(undefined)
      if (made === undefined) throw new Error('there is a sandbox, or the test is skipped')
      places.push(made)
      return made
    }
    const run = (script: string, files: Job['files'] = [], at = workplace()): Promise<Ran> =>
      at.run({ argv: ['bash', '-c', script], files, services: [] })
    const home = join(homedir(), `.fixdex-test-${process.pid}-${asRoot}`)
    beforeAll(() => writeFileSync(home, secret))
    afterAll(() => {
      rmSync(home, { force: true })
      for (const place of places) place.remove()
    })
    const it = test.skipIf(sandbox === undefined)

    it('runs a command and says how it ended', async () => {
      expect(await run('echo out; echo err >&2; echo more > /dev/stderr; exit 3')).toMatchObject({
        exitCode: 3,
        output: 'out\nerr\nmore\n',
      })
    })

    it('keeps a page’s folder from block to block, and nothing else', async () => {
      const at = workplace()
      await run('echo 1 > kept; echo 1 > /tmp/lost; echo 1 > ~/lost', [{ name: 'a/b.txt', text: 'b\n' }], at)
      const second = await run('cat kept a/b.txt a.txt; ls /tmp ~', [{ name: 'a.txt', text: 'a\n' }], at)
      expect(second.output).toBe('1\nb\na\n/home/user:\nproject\n\n/tmp:\n')
    })

    it('sees no file of the caller', async () => {
      const { output } = await run(
        `(cat ${home} /etc/shadow ${root}/package.json; ls ${homedir()} /home /root; cat /proc/*/environ; ls /proc/*/cwd/..) 2>/dev/null`,
      )
      expect(output).not.toContain(secret)
      expect(output).not.toContain('"fixdex"')
      expect(output).toMatch(/^\/home:\nuser$/m)
    })

    it('sees nothing of the caller’s environment', async () => {
      const { output } = await run('env')
      const names = output.split('\n').map((line) => line.split('=')[0])
      expect(names.filter(Boolean).sort()).toEqual([
        'HOME',
        'LANG',
        'PATH',
        'PWD',
        'SHLVL',
        'TZ',
        'USER',
        '_',
      ])
      expect(output).not.toContain(homedir())
    })

    it('shows no path of the caller in its own process list', async () => {
      expect((await run('cat /proc/*/cmdline')).output).not.toContain('fixdex-verify')
    })

    it('writes nowhere else', async () => {
      const { output } = await run(
        'for place in / /usr /etc /dev /opt /var /home /proc/sys/kernel/hostname; do echo x > $place/x; done',
      )
      expect(output.match(/Read-only file system|Permission denied|Not a directory/g)).toHaveLength(8)
      expect(existsSync('/usr/x')).toBe(false)
    })

    it('can’t lay a link in the way of a later block’s file', async () => {
      const target = join(temporaryFolder(), 'target')
      writeFileSync(target, 'as it was')
      const at = workplace()
      await run(`ln -s ${target} app.mjs; ln -s ${target.slice(0, -'/target'.length)} folder`, [], at)
      const files = [
        { name: 'app.mjs', text: 'overwritten' },
        { name: 'folder/target', text: 'overwritten' },
      ]
      await run('cat app.mjs', files, at)
      expect(readFileSync(target, 'utf8')).toBe('as it was')
    })

    it('reaches no network, not even the caller’s loopback', async () => {
      let asked = 0
      const server = createServer((_, response) => {
        asked++
        response.end()
      })
      await new Promise<void>((done) => {
        server.listen(0, '127.0.0.1', done)
      })
      const { port } = server.address() as AddressInfo
      const { output } = await run(
        `for to in 127.0.0.1/${port} 192.0.2.1/80 1.1.1.1/443; do (exec 3<>/dev/tcp/$to) && echo reached; done; ls /sys/class/net; cat /proc/net/dev`,
      )
      server.close()
      expect(asked).toBe(0)
      expect(output).not.toContain('reached')
      expect(output).toContain('Connection refused')
      expect(output.match(/^ *\w+:/gm)?.map((name) => name.trim())).not.toContain('eth0:')
    })

    it('has a loopback of its own', async () => {
      const script = `
        require('http').createServer((q, r) => r.end('hello')).listen(8080, async () => {
          console.log(await (await fetch('http://localhost:8080')).text()); process.exit() })`
      expect((await run('node app.cjs', [{ name: 'app.cjs', text: script }])).output).toBe('hello\n')
    })

    it('opens no socket that goes past the network, no namespace, no io_uring', async () => {
      const script = `
import ctypes, socket
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, number, *args):
    print(name, 'opened' if libc.syscall(number, *args) >= 0 else ctypes.get_errno())
for family in (40, 17, 31): # vsock, packet, bluetooth
    try: socket.socket(family, socket.SOCK_STREAM); print(family, 'opened')
    except OSError as error: print(family, error.errno)
attempt('unshare', ${process.arch === 'arm64' ? 97 : 272}, 0x10000000)
attempt('io_uring', 425, 8, ctypes.create_string_buffer(256))
`
      const { output } = await run('python3 try.py', [{ name: 'try.py', text: script }])
      expect(output).toBe('40 97\n17 97\n31 97\nunshare 1\nio_uring 38\n')
    })

    it('is nobody, with no capability and no way to get one', async () => {
      const { output } = await run('id -u; grep -E "CapEff|CapBnd|NoNewPrivs" /proc/self/status')
      expect(output).toMatch(/^[1-9]\d+\n/)
      expect(output).toMatch(/CapEff:\t0+\nCapBnd:\t0+\nNoNewPrivs:\t1\n$/)
    })

    // The kernel counts no processes of root's own, which this way has and no real user of it.
    test.skipIf(sandbox === undefined || (thisMachine.root && !asRoot))('stops a fork bomb', async () => {
      const ran = await run(':(){ :|:& };:; sleep 30')
      expect(ran.stopped).toBe('it had more than 60 processes and threads')
    })

    it('stops endless output', async () => {
      const ran = await run('yes')
      expect(ran.stopped).toContain('it printed more than')
      expect(ran.output.length).toBeLessThanOrEqual(100_000)
    })

    it('stops what takes too much memory', async () => {
      const ran = await run('node -e "const a = []; for (;;) a.push(Buffer.alloc(8e6, 1))"')
      expect(ran.stopped).toBe('it used more than 200 MB of memory')
    })

    it('stops what takes too much shared memory', async () => {
      const script = `
import mmap, os, sys, time
if sys.argv[1] == 'fork':
    room = mmap.mmap(-1, 400 << 20)
    for at in range(0, 400 << 20, 4096): room[at] = 1
if sys.argv[1] == 'memfd':
    file = os.memfd_create('x')
    for _ in range(400): os.write(file, b'x' * (1 << 20))
time.sleep(30)
`
      const files = [{ name: 'take.py', text: script }]
      expect((await run('python3 take.py fork', files)).stopped).toBe('it used more than 200 MB of memory')
      expect((await run('python3 take.py memfd', files)).output).toContain('Function not implemented')
      expect((await run('ipcmk -M 100000 || echo refused')).output).toContain('refused')
      expect((await run('ipcmk -M 100')).output).toContain('Shared memory id')
    })

    it('counts what processes share once', async () => {
      const script = `
import mmap, os, time
room = mmap.mmap(-1, 80 << 20)
for child in range(5):
    if os.fork() == 0:
        for at in range(0, 80 << 20, 4096): room[at] = 1
        time.sleep(2)
        os._exit(0)
for child in range(5): os.wait()
`
      const ran = await run('python3 share.py', [{ name: 'share.py', text: script }])
      expect(ran).toMatchObject({ exitCode: 0, output: '' })
      expect(ran.stopped).toBeUndefined()
    })

    it('counts files that are in no folder, and folders that are closed', async () => {
      const unlinked =
        'for i in 1 2 3 4 5 6 7 8; do exec {fd}<>f; rm f; head -c 8M /dev/zero >&$fd; done; sleep 30'
      expect((await run(unlinked)).stopped).toBe('its files grew over 20 MB')
      const closed =
        'mkdir d; cd d; exec 9>a 8>b 7>c; chmod 0 .; for fd in 9 8 7; do head -c 12M /dev/zero >&$fd; done; exec 9>&- 8>&- 7>&-; sleep 30'
      expect((await run(closed)).stopped).toBe('its files grew over 20 MB')
    })

    it('stops what fills the disk, in one file or in many', async () => {
      const ran = await run('for i in $(seq 40); do head -c 4M /dev/zero > $i; done; sleep 30')
      expect(ran.stopped).toBe('its files grew over 20 MB')
      expect((await run('head -c 400M /dev/zero > /tmp/big; echo $?')).output).not.toMatch(/^0$/m)
      expect(
        (await run('head -c 15M /dev/zero > ~/1; for i in $(seq 40); do cp ~/1 ~/$i || exit 9; done'))
          .exitCode,
      ).toBe(9)
    })

    it('stops what does not end, however deaf it is', async () => {
      const script = `trap '' TERM INT HUP; setsid bash -c "trap '' TERM; sleep 60" & while :; do sleep 9; done`
      const ran = await run(script, [], workplace(brief))
      expect(ran.stopped).toBe('it was still running after 1 s')
    })

    it('leaves no process behind', async () => {
      const at = workplace()
      await run(`setsid nohup bash -c 'while :; do echo >> tick; sleep 0.02; done' & sleep 0.3`, [], at)
      const { output } = await run('wc -c < tick; sleep 0.3; wc -c < tick', [], at)
      const [before, after] = output.trim().split('\n')
      expect(Number(before)).toBeGreaterThan(3)
      expect(after).toBe(before)
    })

    it('leaves no folder behind', async () => {
      const temporary = mkdtempSync(join(thisMachine.temporary, 'fixdex-test-'))
      const at = (await sandboxHere({ root: asRoot, temporary }))?.workplace(undefined)
      await at?.run({
        argv: [
          'bash',
          '-c',
          'mkdir -m 0 closed; for i in $(seq 200); do mkdir $(printf %050d 0); cd $(printf %050d 0); done',
        ],
        files: [],
        services: [],
      })
      at?.remove()
      rmdirSync(temporary)
      expect(existsSync(temporary)).toBe(false)
    })
  },
)
