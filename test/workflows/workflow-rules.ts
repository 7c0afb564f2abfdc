/* What zizmor looks for, as far as it concerns workflows like these. */

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>> | string
  readonly 'timeout-minutes'?: number
  readonly 'runs-on'?: string
  readonly steps?: readonly Step[]
  readonly [key: string]: unknown
}

export interface Workflow {
  readonly name?: string
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions?: unknown
  readonly concurrency?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

/** What may write, by workflow and job. */
const writers: Readonly<Record<string, readonly string[]>> = {
  'Build/attest': ['id-token', 'attestations'],
  'Comment on a pull request/post': ['pull-requests'],
  'Publish/build': ['id-token', 'attestations'],
  'Publish/deploy': ['pages', 'id-token'],
  'Scheduled/report': ['issues'],
}

const runners = ['ubuntu-24.04']

/** What is wrong with a workflow, `rule: where`. `text` is the file, for what YAML does not keep. */
export function workflowFindings(workflow: Workflow, text: string): string[] {
  const found: string[] = []
  if (JSON.stringify(workflow.permissions) !== '{}') found.push('permissions: not empty at the top')
  if (workflow.concurrency === undefined) found.push('concurrency: missing')
  if ('pull_request_target' in workflow.on) found.push('trigger: pull_request_target')
  if (/\bsecrets\b/.test(text)) found.push('secrets: used')
  found.push(...unpinned(text))
  for (const [id, job] of Object.entries(workflow.jobs)) {
    found.push(...jobFindings(job, `${workflow.name}/${id}`, workflow))
  }
  return found
}

/** Names can be moved, hashes can't; the version stands behind for the reader and for Dependabot. */
const unpinned = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:- )?uses: *(.*)$/gm)].flatMap(([, use = '']) =>
    /^(?:[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/.test(use)
      ? []
      : [`pin: ${use}`],
  )

function* jobFindings(job: Job, place: string, workflow: Workflow): Iterable<string> {
  const { permissions, steps = [] } = job
  const calls = typeof job.uses === 'string'
  if (!calls && job['timeout-minutes'] === undefined) yield 'timeout: missing'
  if (!calls && !runners.includes(job['runs-on'] ?? '')) yield `runner: ${job['runs-on']}`
  const written =
    typeof permissions === 'object'
      ? Object.entries(permissions).flatMap(([scope, level]) => (level === 'read' ? [] : [scope]))
      : [`${permissions}`]
  const allowed = writers[place] ?? []
  for (const scope of written.filter((scope) => !allowed.includes(scope)))
    yield `permissions: writes ${scope}`
  const strangers = 'pull_request' in workflow.on
  if (strangers && written.length > 0) yield 'permissions: strangers write'
  for (const { uses = '', run = '', with: options = {}, env = {} } of steps) {
    if (uses.startsWith('actions/checkout@')) {
      if (options['persist-credentials'] !== false) yield 'checkout: keeps the token'
      for (const key of ['ref', 'repository', 'allow-unsafe-pr-checkout'])
        if (key in options) yield `checkout: ${key}`
    }
    // The repository's code, even that of the default branch, is not run where a token could write with it.
    if (written.length > 0 && (uses.startsWith('actions/checkout@') || /\b(npm|npx|node)\b/.test(run)))
      yield 'writer: runs code of the repository'
    if (run.includes('${{')) yield 'injection: expression in a script'
    if (/^actions\/setup-node@/.test(uses) && options['package-manager-cache'] !== false)
      yield 'cache: a poisoned one would be run'
    if (strangers && JSON.stringify([options, env]).includes('github.token')) yield 'token: among strangers'
    const site =
      /\/upload-pages-artifact@/.test(uses) || (/\/upload-artifact@/.test(uses) && options.path === 'dist')
    if (site && options['include-hidden-files'] !== true) yield 'artefact: without hidden files'
    if (
      uses.startsWith('actions/download-artifact@') &&
      !String(options.path).startsWith('${{ runner.temp }}/')
    )
      yield 'artefact: unpacked over the work tree'
  }
}
