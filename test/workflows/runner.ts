import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { root, temporaryFolder } from '../catalog.ts'
import type { Workflow } from './workflow-rules.ts'

const main = join(root, 'lib/cli/main.js')

export interface JobRun {
  /** Exit code of each script, by the name of its step; the first that fails is the last. */
  readonly codes: Readonly<Record<string, number | null>>
  readonly printed: string
  /** What the scripts handed on through GITHUB_OUTPUT. */
  readonly outputs: Readonly<Record<string, string>>
  /** RUNNER_TEMP. */
  readonly temp: string
  /** How `gh` was called, one line a call. */
  readonly gh: readonly string[]
}

export interface JobOptions {
  readonly cwd: string
  /** What stands for `${{ … }}`; an expression that is not here is a mistake of the test. */
  readonly expressions?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Answers of the stand-in for `gh`: JSON by a word of the call. */
  readonly github?: Readonly<Record<string, unknown>>
  /** Files that an action would have put below RUNNER_TEMP. */
  readonly files?: Readonly<Record<string, string>>
  /** Only the step of this name. */
  readonly only?: string
}

/**
 * Runs the scripts of a job one after the other as the runner does: `bash -eo pipefail`, expressions only in `env`.
 * The steps that use actions are left out, and so is the installation.
 */
export function runJob(file: string, job: string, options: JobOptions): JobRun {
  const workflow = load(readFileSync(join(root, '.github/workflows', file), 'utf8')) as Workflow
  const temp = mkdtempSync(join(temporaryFolder(), 'temp-'))
  for (const [path, text] of Object.entries(options.files ?? {})) {
    mkdirSync(join(temp, path, '..'), { recursive: true })
    writeFileSync(join(temp, path), text)
  }
  const calls = join(temp, 'gh.log')
  const output = join(temp, 'output')
  const env = {
    PATH: `${standIn(temp, options.github ?? {})}:${process.env.PATH}`,
    HOME: temp,
    RUNNER_TEMP: temp,
    GITHUB_OUTPUT: output,
    GITHUB_REPOSITORY: 'acme/my-errors',
    GITHUB_ACTIONS: 'true',
    ...options.env,
  }
  const codes: Record<string, number | null> = {}
  let printed = ''
  for (const step of workflow.jobs[job]?.steps ?? []) {
    if (step.run === undefined || step.name !== (options.only ?? step.name) || step.name === 'Install')
      continue
    const own = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([key, value]) => [key, filled(value, options.expressions ?? {})]),
    )
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
      {
        cwd: options.cwd,
        encoding: 'utf8',
        env: { ...env, ...own },
      },
    )
    printed += stdout + stderr
    codes[step.name ?? ''] = status
    if (status !== 0) break
  }
  const outputs = Object.fromEntries(
    linesOf(output).map((line): [string, string] => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
  return { codes, printed, outputs, temp, gh: linesOf(calls) }
}

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []

const filled = (text: string, expressions: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => {
    const value = expressions[expression]
    if (value === undefined) throw new Error(`no value for ${expression}`)
    return value
  })

/** An `npx` that runs the compiled command, and a `gh` that notes its calls, answers them from files, and filters as the real one does: with jq. */
function standIn(temp: string, answers: Readonly<Record<string, unknown>>): string {
  const dir = join(temp, 'bin')
  mkdirSync(join(temp, 'answers'), { recursive: true })
  mkdirSync(dir)
  for (const [word, answer] of Object.entries(answers))
    writeFileSync(join(temp, 'answers', word), JSON.stringify(answer))
  writeFileSync(
    join(dir, 'gh'),
    `#!/usr/bin/env bash
echo "$*" | tr '\\n' ' ' >> "$RUNNER_TEMP/gh.log"; echo >> "$RUNNER_TEMP/gh.log"
while [ $# -gt 0 ]; do
  case "$1" in
    --jq) filter=$2; shift ;;
    --body-file) cp "$2" "$RUNNER_TEMP/sent" ;;
    body=@*) cp "\${1#body=@}" "$RUNNER_TEMP/sent" ;;
    *) for answer in "$RUNNER_TEMP"/answers/*; do
         [[ "$1" == *"$(basename "$answer")" ]] && found=$answer
       done ;;
  esac
  shift
done
[ -z "\${filter:-}" ] || jq -r "$filter" "\${found:?no answer}"
`,
    { mode: 0o755 },
  )
  // The real one takes a second to find the command; test/package.test.ts has it find it.
  writeFileSync(
    join(dir, 'npx'),
    `#!/usr/bin/env bash
[ "$1 $2 $3" = '--no -- fixdex' ] && exec node ${JSON.stringify(main)} "\${@:4}"
echo "npx $*: only the installed command is to be run" >&2; exit 127
`,
    { mode: 0o755 },
  )
  return dir
}

/** A catalog as `fixdex init` makes it, committed on `main`. */
export function newRepository(): { dir: string; git: (...args: string[]) => string } {
  const dir = join(temporaryFolder(), 'my-errors')
  spawnSync(process.execPath, [main, 'init', dir, '--repository', 'https://github.com/acme/my-errors'])
  const git = (...args: string[]) =>
    spawnSync('git', ['-C', dir, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
    }).stdout.trim()
  git('init', '-qb', 'main')
  git('add', '.')
  git('commit', '-qm', 'Catalog')
  return { dir, git }
}
