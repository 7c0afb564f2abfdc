import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { container, type Engine, importImage } from '../../src/verify/container.ts'
import { attempt } from '../../src/verify/find-sandbox.ts'
import { defaultLimits, type Job, type Workplace } from '../../src/verify/sandbox.ts'
import { machine } from './sandbox.ts'

/** The engines of containers, where bubblewrap is missing: what distinguishes them from it. */
describe.each<Engine>(['podman', 'docker'])('a sandbox of %s', async (engine) => {
  const limits = { ...defaultLimits, seconds: 3, processes: 60, memory: 200 * 1024 * 1024 }
  const bounds = { limits, signal: new AbortController().signal }
  const made = importImage(engine, machine) ? container(engine, engine, machine, bounds) : undefined
  const refusal = made === undefined ? 'it does not answer' : await attempt(made)
  const sandbox = refusal === undefined ? made : undefined
  if (refusal !== undefined) console.warn(`SKIPPED, no container of ${engine} here: ${refusal}`)
  const places: Workplace[] = []
  const workplace = (): Workplace => {
    const made = sandbox?.workplace(undefined)
    if (made === undefined) throw new Error('there is a sandbox, or the test is skipped')
    places.push(made)
    return made
  }
  const run = (script: string, files: Job['files'] = [], at = workplace()) =>
    at.run({ argv: ['bash', '-c', script], files, services: [] })
  afterAll(() => {
    for (const place of places) place.remove()
  })
  const it = test.skipIf(sandbox === undefined)

  it('runs a command with files, and keeps the folder', async () => {
    const at = workplace()
    expect(
      await run('cat a/b.txt > kept; echo err >&2; exit 3', [{ name: 'a/b.txt', text: 'b\n' }], at),
    ).toMatchObject({ exitCode: 3, output: 'err\n' })
    expect((await run('cat kept; node -p 1; python3 -c "print(2)"', [], at)).output).toBe('b\n1\n2\n')
  })

  it('sees neither files nor variables of the caller, and is nobody', async () => {
    const { output } = await run(
      `ls ${homedir()} /root /home; env; id -u; grep -E "CapBnd|NoNewPrivs" /proc/self/status`,
    )
    expect(output).toMatch(/^\/home:\nuser$/m)
    expect(output).not.toContain(`HOME=${homedir()}`)
    expect(output.match(/^\w+(?==)/gm)?.sort()).toEqual([
      'HOME',
      'LANG',
      'PATH',
      'PWD',
      'SHLVL',
      'TZ',
      'USER',
      '_',
    ])
    expect(output).toMatch(/\n[1-9]\d+\nCapBnd:\t0+\nNoNewPrivs:\t1\n$/)
  })

  it('writes nowhere else, and reaches no network', async () => {
    let asked = 0
    const server = createServer(() => asked++)
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done)
    })
    const { port } = server.address() as AddressInfo
    const { output } = await run(
      `for place in / /usr /etc /opt; do echo x > $place/x; done; (exec 3<>/dev/tcp/127.0.0.1/${port}) && echo reached; (exec 3<>/dev/tcp/1.1.1.1/443) && echo reached`,
    )
    server.close()
    expect(output.match(/Read-only file system|Permission denied/g)).toHaveLength(4)
    expect(output).not.toContain('reached')
    expect(asked).toBe(0)
  })

  it('ends what does not end, with all that it started', async () => {
    const at = workplace()
    const ran = await run(
      `trap '' TERM; setsid bash -c 'while :; do echo >> tick; sleep 0.02; done' & while :; do sleep 9; done`,
      [],
      at,
    )
    expect(ran.stopped).toBe('it was still running after 3 s')
    const [before, after] = (await run('wc -c < tick; sleep 0.3; wc -c < tick', [], at)).output
      .trim()
      .split('\n')
    expect(after).toBe(before)
  })

  it('limits processes and memory', async () => {
    expect((await run('for i in $(seq 200); do sleep 2 & done; wait')).output).toContain('fork')
    expect((await run('node -e "const a = []; for (;;) a.push(Buffer.alloc(8e6, 1))"')).exitCode).toBe(137)
  })
})
