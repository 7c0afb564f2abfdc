import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { runtimes } from '../src/model/hook-runtimes.ts'
import { buildCatalog, contentFolder, temporaryFolder } from './catalog.ts'
import { smallCatalog } from './valid-solution.ts'

/* The hook as each runtime calls it: with the payload that the runtime sends, on a machine whose only catalog is a pack. */

const page = smallCatalog['solutions/general/connect-econnrefused.md'] ?? ''
const built = async (text: string, files: Record<string, string> = {}) =>
  (
    await buildCatalog(
      contentFolder({ ...smallCatalog, 'solutions/general/connect-econnrefused.md': text, ...files }),
    )
  ).out
const withRetry = (advice: string) => page.replace(/^retry: .*$/m, `retry: ${advice}`)
const out = await built(withRetry('no'))
const client = join(out, 'catalog/fixdex.mjs')

let home = ''
beforeEach(() => {
  home = temporaryFolder()
})

function fixdex(args: string[], input = '', pack = join(out, 'catalog/catalog.tgz')) {
  const env = { PATH: process.env.PATH, HOME: home, FIXDEX_INDEX: pack }
  return spawnSync(process.execPath, [client, ...args], { input, encoding: 'utf8', env, cwd: home })
}

const error = 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at x.js:1:1'

/** What each runtime sends after a failure, by its documentation or as the installed client sent it. */
const payloads: Record<string, (output: string) => string> = {
  'claude-code': (output) =>
    JSON.stringify({
      session_id: 's',
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: {},
      error: output,
    }),
  codex: (output) =>
    JSON.stringify({
      session_id: 's',
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_response: output,
    }),
  copilot: (output) =>
    JSON.stringify({
      sessionId: 's',
      toolName: 'bash',
      toolResult: {
        resultType: 'success',
        textResultForLlm: `${output}\n<shellId: 0 completed with exit code 3>`,
      },
    }),
  opencode: (output) => JSON.stringify({ session_id: 's', text: output }),
  gemini: (output) =>
    JSON.stringify({
      session_id: 's',
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_response: { llmContent: `Output: ${output}\nExit Code: 1` },
    }),
  cursor: (output) =>
    JSON.stringify({
      conversation_id: 's',
      hook_event_name: 'postToolUse',
      tool_name: 'Shell',
      tool_output: JSON.stringify({ exitCode: 1, output }),
    }),
  openclaw: (output) => JSON.stringify({ text: output }),
  hermes: (output) => JSON.stringify({ session_id: 's', text: output }),
  cline: (output) =>
    JSON.stringify({
      taskId: 's',
      hookName: 'tool_result',
      postToolUse: {
        toolName: 'run_commands',
        result: JSON.stringify([
          { query: 'x', result: output, error: 'Command exited with code 3', success: false },
        ]),
        success: true,
      },
    }),
  bash: (output) => output,
  zsh: (output) => output,
}

/** The answer inside of what the hook printed. */
const answerIn = (printed: string): string => {
  if (!printed.startsWith('{')) return printed
  const { hookSpecificOutput, ...rest } = JSON.parse(printed)
  return (hookSpecificOutput ?? rest).additionalContext ?? rest.additional_context ?? rest.contextModification
}

test('there are eleven runtimes', () => {
  expect(Object.keys(payloads).sort()).toEqual(Object.keys(runtimes).sort())
})

describe.each(Object.keys(payloads))('%s', (name) => {
  const send = (output: string) => fixdex(['hook', name], payloads[name]?.(output))

  test('gets one short answer, then the word to stop, then nothing', () => {
    const first = send(error)
    expect(first).toMatchObject({ status: 0, stderr: '' })
    const answer = answerIn(first.stdout)
    for (const part of [
      'general/connect-econnrefused',
      'Evidence: ',
      'checked 20',
      '/solutions/',
      'Start the server',
    ])
      expect(answer).toContain(part)
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(1200)
    expect(answerIn(send(error).stdout)).toMatch(/^Fixdex: stop, this does not recover by retrying/)
    expect(send(error)).toMatchObject({ status: 0, stdout: '' })
  })

  test('gets nothing for what is not covered, and no disturbance when the catalog is missing', () => {
    expect(send('all is well')).toMatchObject({ status: 0, stdout: '', stderr: '' })
    const missing = fixdex(['hook', name], payloads[name]?.(error), join(home, 'none.tgz'))
    expect(missing).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  test('is set up and taken out again, and what else is there stays', () => {
    const files = (runtimes[name]?.files ?? []).map((file) => ({
      ...file,
      path: file.path.replace('~', home),
    }))
    const [kept] = files.filter(({ block, at }) => block || at)
    const before = kept?.block ? 'alias ll="ls -l"' : JSON.stringify({ version: 1, theme: 'dark' }, null, 2)
    if (kept) {
      mkdirSync(dirname(kept.path), { recursive: true })
      writeFileSync(kept.path, `${before}\n`)
    }
    const asked = fixdex(['hook', 'install', name])
    expect(asked.status).toBe(1)
    expect(asked.stdout).toMatch(/^\+[^+]/m)
    if (kept) expect(readFileSync(kept.path, 'utf8')).toBe(`${before}\n`)
    expect(fixdex(['hook', 'install', name, '--yes'])).toMatchObject({ status: 0, stderr: '' })
    const texts = files.map(({ path }) => readFileSync(path, 'utf8'))
    expect(texts.join('\n')).toContain(client)
    for (const { path, executable } of files) if (executable) expect(statSync(path).mode & 0o100).toBe(0o100)
    // Again: the entry is replaced, not doubled.
    expect(fixdex(['hook', 'install', name, '--yes']).stdout).toMatch(/^Nothing to change/)
    expect(fixdex(['hook', 'install', name, '--yes', '--remove']).status).toBe(0)
    for (const { path } of files) {
      if (path === kept?.path) expect(readFileSync(path, 'utf8')).toBe(`${before}\n`)
      else expect(existsSync(path)).toBe(false)
    }
  })
})

test('Copilot’s event for failures of the tool itself is answered too', () => {
  const call = { sessionId: 's', toolName: 'bash', toolArgs: {}, error }
  expect(fixdex(['hook', 'copilot'], JSON.stringify(call)).stdout).toContain('Start the server')
})

test('output of a command that succeeded is never answered where the runtime says so', () => {
  const succeeded = {
    gemini: { hook_event_name: 'AfterTool', tool_response: { llmContent: `Output: ${error}` } },
    cursor: { tool_output: JSON.stringify({ exitCode: 0, output: error }) },
    copilot: { toolResult: { textResultForLlm: `${error}\n<shellId: 0 completed with exit code 0>` } },
    cline: { postToolUse: { result: JSON.stringify({ success: true, output: error }), success: true } },
  }
  for (const [name, call] of Object.entries(succeeded))
    expect(fixdex(['hook', name], JSON.stringify(call)).stdout, name).toBe('')
})

test('Codex, which names no exit code, is answered for an exact match near the end only', () => {
  const early = `${error}\n${'done with another step\n'.repeat(200)}`
  expect(fixdex(['hook', 'codex'], payloads.codex?.(early)).stdout).toBe('')
  expect(fixdex(['hook', 'codex'], payloads.codex?.('ECONNREFUSED was refused')).stdout).toBe('')
})

test('a page whose failure may pass is answered once, and again after an hour or in another session', async () => {
  const pack = join(await built(withRetry('backoff')), 'catalog/catalog.tgz')
  const send = (session: string) =>
    fixdex(['hook', 'claude-code'], JSON.stringify({ session_id: session, error }), pack).stdout !== ''
  expect([send('a'), send('a'), send('b')]).toEqual([true, false, true])
  const file = join(home, '.cache/fixdex/hook.json')
  const seen = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { last: number }>
  for (const entry of Object.values(seen)) entry.last -= 3_700_000
  writeFileSync(file, JSON.stringify(seen))
  expect(send('a')).toBe(true)
  writeFileSync(file, 'broken')
  expect(send('a')).toBe(true)
})

test('what models know is answered when it comes again, or with --known', async () => {
  const answers = [{ model: 'Model X', date: '2026-11-01', asked: 5, right: 4, partly: 0, wrong: 1 }]
  const unaided = JSON.stringify({ pages: { 'general/connect-econnrefused': answers } })
  const pack = join(await built(withRetry('no'), { 'unaided.json': unaided }), 'catalog/catalog.tgz')
  const send = (...flags: string[]) => answerIn(fixdex(['hook', 'bash', ...flags], error, pack).stdout)
  expect(send()).toBe('')
  expect(send()).toContain('Start the server')
  expect(send()).toMatch(/^Fixdex: stop/)
  home = temporaryFolder()
  expect(send('--known')).toContain('Start the server')
})

test('settings with comments are left alone, with a word on what to do', () => {
  mkdirSync(join(home, '.claude'))
  writeFileSync(join(home, '.claude/settings.json'), '{ // mine\n}\n')
  const { status, stderr } = fixdex(['hook', 'install', 'claude-code', '--yes'])
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('settings.json is not plain JSON'),
  })
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{ // mine\n}\n')
})

test('fx keeps the exit code and the output, and prints the answer beside it', () => {
  fixdex(['hook', 'install', 'bash', '--yes'])
  const script = `set -euo pipefail; . ~/.bashrc; fx sh -c 'echo "${error.split('\n')[0]}"; exit 7'`
  const env = { PATH: process.env.PATH, HOME: home, FIXDEX_INDEX: join(out, 'catalog/catalog.tgz') }
  const run = spawnSync('bash', ['-c', script], { encoding: 'utf8', env, cwd: home })
  expect(run).toMatchObject({ status: 7, stdout: `${error.split('\n')[0]}\n` })
  expect(run.stderr).toContain('Start the server')
  expect(spawnSync('bash', ['-c', `. ~/.bashrc; fx true`], { env, cwd: home })).toMatchObject({ status: 0 })
})
