import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { contentFolder, root, temporaryFolder } from './catalog.ts'
import { inProcess } from './in-process.ts'
import { solutionNamed } from './valid-solution.ts'

/* `fixdex probe` with scripts in place of a model and a judge. */

/** A catalog of two pages, a model that knows one of them, and a judge that keeps what it was given. */
function setting() {
  const cwd = temporaryFolder()
  const content = contentFolder({
    'solutions/auth/alpha.md': solutionNamed('Alpha'),
    'solutions/auth/beta.md': solutionNamed('Beta'),
  })
  const script = (name: string, text: string) => {
    writeFileSync(join(cwd, name), text)
    return `node ${name}`
  }
  const model = script(
    'model.mjs',
    `import { appendFileSync, readFileSync } from 'node:fs'
     const question = readFileSync(0, 'utf8')
     appendFileSync('asked', question + '\\n====\\n')
     console.log(question.includes('Alpha') ? 'Nothing of Alpha listens: start it.' : 'Reboot.')`,
  )
  const judge = script(
    'judge.mjs',
    `import { appendFileSync, readFileSync } from 'node:fs'
     const given = readFileSync(0, 'utf8')
     appendFileSync('judged', given)
     console.log(given.includes('Reboot.') ? 'No: a reboot starts nothing' : 'yes, cause and fix')`,
  )
  const start = (...args: string[]) =>
    spawn(process.execPath, [join(root, 'lib/cli/main.js'), 'probe', '--content', content, ...args], { cwd })
  const probe = (...args: string[]) =>
    inProcess(['probe', '--content', content, ...args], { cwd, env: { PATH: process.env.PATH ?? '' } })
  const read = (name: string) => readFileSync(join(cwd, name), 'utf8')
  const record = () => JSON.parse(readFileSync(join(content, 'unaided.json'), 'utf8')).pages
  const asked = () => read('asked').split('====').length - 1
  return { cwd, script, model, judge, start, probe, read, record, asked, content }
}

const named = ['--model', 'Model X']

test('asks without showing the page, judges with it, and records three answers a page', async () => {
  const { probe, model, judge, record, read, asked } = setting()
  expect(await probe(...named, '--ask', model, '--judge', judge)).toMatchObject({ status: 0, stderr: '' })
  const counts = { model: 'Model X', date: expect.any(String), asked: 3 }
  expect(record()).toEqual({
    'auth/alpha': [{ ...counts, right: 3, partly: 0, wrong: 0 }],
    'auth/beta': [{ ...counts, right: 0, partly: 0, wrong: 3 }],
  })
  expect(read('asked')).toContain('AlphaError: connect refused by 127.0.0.1:…')
  expect(read('asked')).toContain('node >=18')
  expect(read('asked')).not.toMatch(/listens|Start the server/)
  expect(read('judged')).toMatch(/Nothing of Alpha listens[\s\S]*Start the server of Alpha/)
  expect(asked()).toBe(6)
  await probe(...named, '--ask', model, '--judge', judge)
  expect(asked()).toBe(6)
})

test.each([
  ['prints nothing', 'cat >&2', 'printed nothing'],
  ['fails', 'echo no key >&2; exit 3', 'ended with exit code 3: no key'],
  ['hangs', 'sleep 600 & wait', 'was still running after 10 s'],
])('a command that %s is an error of its page alone', async (_, command, message) => {
  const { probe, judge, record, model } = setting()
  const ask = `if grep -q Beta; then ${command}; else echo Nothing of Alpha listens; fi`
  // Shell alone: Node may need longer than the limit to start on a loaded machine.
  const yes = 'cat >/dev/null; echo yes'
  const { status, stderr } = await probe(...named, '--ask', ask, '--judge', yes, '--timeout', '10')
  expect(status).toBe(1)
  expect(stderr).toContain('auth/beta: ')
  expect(stderr).toContain(message)
  expect(Object.keys(record())).toEqual(['auth/alpha'])
  expect((await probe(...named, '--ask', model, '--judge', judge)).status).toBe(0)
  expect(Object.keys(record())).toEqual(['auth/alpha', 'auth/beta'])
})

test('what the judge did not understand is judged by the next start, without asking again', async () => {
  const { probe, model, judge, record, asked } = setting()
  const ask = [...named, '--ask', model, '--answers', '1']
  const { status, stderr } = await probe(...ask, '--judge', 'echo perhaps')
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('printed “perhaps”'),
  })
  expect(asked()).toBe(2)
  expect((await probe(...ask, '--judge', judge)).status).toBe(0)
  expect(asked()).toBe(2)
  expect(record()['auth/alpha'][0]).toMatchObject({ asked: 1, right: 1 })
})

test('an interrupted run keeps its answers, and the next one goes on', async () => {
  const { start, probe, script, judge, cwd, asked, record } = setting()
  const slow = script(
    'slow.mjs',
    `import { appendFileSync, readFileSync, existsSync } from 'node:fs'
     if (existsSync('asked') && !existsSync('go')) setInterval(() => {}, 1000)
     else { appendFileSync('asked', readFileSync(0, 'utf8') + '===='); console.log('Reboot.') }`,
  )
  const args = [...named, '--ask', slow, '--judge', judge]
  const child = start(...args)
  const ended = new Promise((done) => child.on('close', done))
  while (!existsSync(join(cwd, 'judged'))) await sleep(50)
  child.kill('SIGINT')
  expect(await ended).toBe(2)
  expect(asked()).toBe(1)
  writeFileSync(join(cwd, 'go'), '')
  expect((await probe(...args)).status).toBe(0)
  expect(asked()).toBe(6)
  expect(record()['auth/alpha'][0]).toMatchObject({ asked: 3, wrong: 3 })
})

test('questions are exported, and answers from elsewhere imported once', async () => {
  const { probe, judge, read, cwd, record, content } = setting()
  writeFileSync(
    join(content, 'unaided.json'),
    JSON.stringify({
      pages: {
        'auth/alpha': [{ model: 'Other', date: '2026-10-01', asked: 1, right: 0, partly: 1, wrong: 0 }],
      },
    }),
  )
  expect((await probe('--export', 'questions.jsonl')).status).toBe(0)
  const questions = read('questions.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(questions.map(({ id }) => id)).toEqual(['auth/alpha', 'auth/beta'])
  expect(questions[1].question).toContain('BetaError')
  const lines = [
    { id: 'auth/alpha', model: 'Model X', answer: 'Start it.', verdict: 'yes', reason: 'right' },
    { id: 'auth/alpha', model: 'Model X', answer: 'Start it.', verdict: 'partly' },
    { id: 'auth/beta', model: 'Model X', answer: 'Reboot.' },
  ]
  writeFileSync(join(cwd, 'answers.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(await probe('--import', 'answers.jsonl')).toMatchObject({
    status: 0,
    stdout: '2 pages, 0 failed, 1 with answers that nobody has judged\n',
  })
  await probe('--import', 'answers.jsonl', '--judge', judge)
  expect(record()).toMatchObject({
    'auth/alpha': [{ model: 'Other' }, { model: 'Model X', asked: 2, right: 1, partly: 1, wrong: 0 }],
    'auth/beta': [{ model: 'Model X', asked: 1, wrong: 1 }],
  })
})

test.each([
  ['{"id": "auth/alpha", "answer": "x"}', 'answers.jsonl:1: model'],
  ['\n{"id": "auth/alpha", "model": "X", "answer": "x", "verdict": "maybe"}', 'answers.jsonl:2: verdict'],
  ['{"id": "auth/alpa", "model": "X", "answer": "x"}', 'No page auth/alpa, did you mean'],
  ['nothing\n', 'answers.jsonl:1: not JSON'],
])('import refuses %s', async (line, message) => {
  const { probe, cwd } = setting()
  writeFileSync(join(cwd, 'answers.jsonl'), `${line}\n`)
  const { status, stderr } = await probe('--import', 'answers.jsonl')
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(message) })
  expect(existsSync(join(cwd, 'unaided.jsonl'))).toBe(false)
})
