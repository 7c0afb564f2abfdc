import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Fault } from '../model/fault.ts'
import type { Solution } from '../model/solution.ts'
import { plural, printable } from '../model/text.ts'
import { type Environment, exit } from './environment.ts'
import { contentCommand, loadContent, progressLine, runOptions, wholeNumber } from './options.ts'

export const probeCommand = (environment: Environment) =>
  contentCommand('probe')
    .description('ask a model about the pages’ errors without the pages, and record what it knows')
    .argument('[id...]', 'pages, as <category>/<slug>; all when none is named')
    .option('--model <name>', 'name of the model, as unaided.json has it')
    .option('--ask <command>', 'reads a question from standard input and prints the answer')
    .option(
      '--judge <command>',
      'reads question, answer, cause and fix; prints yes, partly or no and the reason',
    )
    .option('--answers <n>', 'answers about each page', wholeNumber, 3)
    .option('--timeout <s>', 'seconds after which a command is ended', wholeNumber, 300)
    .option('--jobs <n>', 'pages at a time', wholeNumber, 1)
    .option(
      '--log <file>',
      'every answer and verdict, as JSON Lines; a second start goes on from it',
      'unaided.jsonl',
    )
    .option('--export <file>', 'write the questions as JSON Lines, to be answered elsewhere')
    .option('--import <file>', 'take answers, with or without verdicts, from JSON Lines like the log')
    .action(async (ids, flags) => {
      const { commandRunner, probe, questionOf } = await import('../probe/probe.ts')
      const { isListed } = await import('../model/solution.ts')
      const all = (await loadContent(flags, environment)).pages.flatMap((page) =>
        page.kind === 'solution' && isListed(page.solution) ? page.solution : [],
      )
      const { named } = await import('../verify/choose-pages.ts')
      const pages = ids.length === 0 ? all : ids.map((id) => named(all, id))
      if (flags.export !== undefined) {
        const lines = pages.map((page) => `${JSON.stringify({ id: page.id, question: questionOf(page) })}\n`)
        writeFileSync(resolve(environment.cwd, flags.export), lines.join(''))
        environment.stdout(`${plural(pages.length, 'question')} written to ${flags.export}\n`)
        return
      }
      const { model: name, ask, judge } = flags
      if (flags.import === undefined && (name === undefined || ask === undefined || judge === undefined))
        throw new Fault(
          'Nobody to ask',
          'Say --model NAME --ask COMMAND --judge COMMAND, --export FILE or --import FILE.',
        )
      const { openLog, readAnswers } = await import('../probe/answers.ts')
      const log = openLog(resolve(environment.cwd, flags.log))
      const options = runOptions(flags, environment)
      const { signal, date } = options
      if (flags.import !== undefined) {
        const defaults = { ...(name !== undefined && { model: name }), date }
        const answers = readAnswers(resolve(environment.cwd, flags.import), defaults).map((answer) => ({
          ...answer,
          id: named(all, answer.id).id,
        }))
        for (const answer of answers) log.add(answer)
      }
      let failed = 0
      await probe(pages, {
        ...options,
        log,
        model: name !== undefined && ask !== undefined ? { name, ask } : undefined,
        judge,
        answers: flags.answers,
        run: commandRunner(flags.timeout, environment.cwd, signal),
        onProgress: progressLine(environment),
        onFailure: (id, reason) => {
          failed++
          environment.stderr(printable(`${id}: ${reason}\n`))
        },
      })
      const isWaiting = ({ id }: Solution) => log.about(id).some(({ verdict }) => verdict === undefined)
      const waiting = pages.filter(isWaiting).length
      environment.stdout(
        `${plural(pages.length, 'page')}, ${failed} failed, ${waiting} with answers that nobody has judged\n`,
      )
      if (signal.aborted) throw new Fault('Interrupted', 'Start again to go on.')
      if (failed > 0) environment.exitWith(exit.problems)
    })
