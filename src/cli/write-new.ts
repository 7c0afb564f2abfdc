import { relative, resolve } from 'node:path'
import { type Account, draftText, messageOf, newDraft, newPath, writeDraft } from '../intake/draft.ts'
import { judgeDraft, type KnownPage, nearPages } from '../intake/known-pages.ts'
import { withoutSecrets } from '../intake/pasted-text.ts'
import { Fault } from '../model/fault.ts'
import type { Site } from '../model/site.ts'
import { plural, printable } from '../model/text.ts'
import { type Environment, exit } from './environment.ts'
import { today } from './options.ts'
import { nextCommands, printNearPages, printRemoved } from './print-intake.ts'
import { printProblems } from './print-problems.ts'

/** Context of a new page: what it is compared with and where it is written. */
export interface Desk {
  readonly site: Site
  readonly content: string
  readonly cwd: string
  readonly known: readonly KnownPage[]
  readonly allowSimilar: boolean
}

/** Writes the draft, unless the page exists or the checks reject it. */
export function writeNew(given: Account, desk: Desk, environment: Environment): void {
  const { site, content, cwd, known } = desk
  const { stdout, stderr } = environment
  const { clean: account, removed } = withoutSecrets(given)
  const draft = newDraft(account, today(environment))
  const { title, lang } = draft.data
  if (site.labels[lang] === undefined) {
    throw new Fault(`No language \`${lang}\``, `There are ${Object.keys(site.labels).join(', ')}.`)
  }
  const path = newPath(content, draft)
  const near = nearPages({ title, message: messageOf(account) }, known)
  if (!desk.allowSimilar && near.length > 0) stdout(`Similar pages:\n${printNearPages(near, desk)}\n`)
  // Two pages with the same title can't be told apart, but a message may have two causes.
  const duplicate = near.find(
    ({ nearness }) => nearness === 'same title' || (!desk.allowSimilar && nearness !== 'like title'),
  )
  if (duplicate !== undefined) {
    const [likeness, what] = duplicate.nearness.split(' ')
    const has = likeness === 'same' ? `this ${what}` : `a ${what} like it`
    const way = duplicate.nearness === 'same title' ? '' : ', or continue with --allow-similar'
    const other = relative(cwd, resolve(content, duplicate.page.path))
    stderr(printable(`fixdex: nothing was written: ${other} has ${has}\n  Extend that page${way}.\n`))
    return void environment.exitWith(exit.problems)
  }

  const text = draftText(draft, site)
  const problems = judgeDraft({ path, text }, site)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) {
    stderr(`${printProblems(errors, { content }, environment)}fixdex: nothing was written\n`)
    return void environment.exitWith(exit.problems)
  }
  writeDraft(content, path, text)
  stdout(
    `${printRemoved(removed)}Written: ${relative(cwd, resolve(content, path))}, with ${plural(problems.length, 'gap')} to fill, which \`check\` reports\n${nextCommands(content, path, cwd)}`,
  )
}
