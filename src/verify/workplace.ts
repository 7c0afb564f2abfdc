import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { initScript, type Places } from './init-script.ts'
import type { Machine } from './machine.ts'
import type { Bounds, Job, Ran, Workplace } from './sandbox.ts'
import { type Start, supervise } from './supervise.ts'
import { etcFiles, type Own, type View, viewOf } from './view.ts'

/** What distinguishes one kind of sandbox from another. */
export interface Kind {
  /** Who the block runs as, inside. */
  readonly uid: number
  readonly places: Places
  /** How to run a script in a sandbox with this view; `folder` is for what the run needs outside. */
  start(view: View, script: string, folder: string): Pick<Start, 'argv'> & Partial<Start>
}

/** A page's folder, over which each of its blocks runs in a sandbox of its own. */
export function openWorkplace(
  machine: Machine,
  bounds: Bounds,
  modules: string | undefined,
  kind: Kind,
): Workplace {
  const folder = mkdtempSync(join(machine.temporary, 'fixdex-verify-'))
  const project = join(folder, 'project')
  const etc = join(folder, 'etc')
  mkdirSync(project)
  if (machine.root) chownSync(project, kind.uid, kind.uid)
  stage(
    etc,
    Object.entries(etcFiles(kind.uid)).map(([name, text]) => ({ name, text })),
  )
  let runs = 0
  return {
    run(job: Job): Promise<Ran> {
      const run = join(folder, `run-${++runs}`)
      const files = join(run, 'files')
      stage(files, job.files)
      // Whatever the caller's umask is, the user inside must be able to read.
      if (machine.root) spawnSync('chmod', ['-R', 'a+rX', etc, files])
      const { registry } = job
      const own: Own = { project, files, etc, modules, registry, services: job.services.length > 0 }
      const script = initScript(job, bounds.limits, kind.places)
      return supervise({ folder: run, project, ...kind.start(viewOf(machine, own), script, run) }, bounds)
    },
    take: (name, to) => takeFolder(project, name, to),
    remove() {
      // A tree can be deeper than the longest path, which only rm itself can take away.
      spawnSync('rm', ['-rf', '--', folder])
    },
  }
}

/** A link in place of the folder would show the next sandbox what it leads to on this machine. */
export function takeFolder(project: string, name: string, to: string): void {
  const from = join(project, name)
  if (!lstatSync(from).isDirectory()) throw new Error(`${name} is not a folder`)
  const { status, stderr } = spawnSync('mv', ['-T', '--', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** Writes files into a folder of their own, from which they are copied inside, where no link of the page matters. */
export function stage(dir: string, files: Job['files']): void {
  mkdirSync(dir, { recursive: true })
  for (const { name, text } of files) {
    const file = join(dir, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
