import { binomialDistribution, mean, quantileSorted } from 'simple-statistics'
import { type Arm, arms } from './arms.ts'
import { strata } from './tasks.ts'
import type { Trial } from './trials.ts'

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** 95% interval of a share, by Wilson's score. */
export function interval(hits: number, of: number): [number, number] {
  if (of === 0) return [0, 1]
  const z = 1.96
  const share = hits / of
  const middle = share + (z * z) / (2 * of)
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of))
  return [(middle - spread) / (1 + (z * z) / of), (middle + spread) / (1 + (z * z) / of)]
}

/** Trials of two arms by the same agent at the same task, as pairs of success. */
function pairsOf(trials: readonly Trial[], arm: Arm, other: Arm): [boolean, boolean][] {
  const key = ({ task, trial, agent }: Trial) => `${task} ${trial} ${agent}`
  const others = new Map(trials.filter((one) => one.arm === other).map((one) => [key(one), one.success]))
  return trials.flatMap((one): [boolean, boolean][] => {
    const success = one.arm === arm ? others.get(key(one)) : undefined
    return success === undefined ? [] : [[one.success, success]]
  })
}

/** Two-sided exact test of McNemar: the pairs that differ fall on either side like a coin. */
export function mcnemar(pairs: readonly (readonly [boolean, boolean])[]): number {
  const gained = pairs.filter(([a, b]) => a && !b).length
  const lost = pairs.filter(([a, b]) => !a && b).length
  if (gained + lost === 0) return 1
  const chances = binomialDistribution(gained + lost, 0.5) ?? []
  const tail = chances.slice(0, Math.min(gained, lost) + 1).reduce((sum, chance) => sum + chance, 0)
  return Math.min(1, 2 * tail)
}

/** 95% interval of the mean difference between pairs, by resampling; always the same for the same pairs. */
export function bootstrap(pairs: readonly (readonly [boolean, boolean])[]): [number, number] {
  if (pairs.length === 0) return [-1, 1]
  const differences = pairs.map(([a, b]) => Number(a) - Number(b))
  let seed = 1
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
  const means = Array.from({ length: 4000 }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)] ?? 0)),
  ).sort((a, b) => a - b)
  return [quantileSorted(means, 0.025), quantileSorted(means, 0.975)]
}

/** Success by arm and stratum, the paired tests, and what the catalog did, as Markdown; `limits` comes first. */
export function reportText(trials: readonly Trial[], limits: string): string {
  const used = arms.filter((arm) => trials.some((one) => one.arm === arm))
  const cell = (rows: readonly Trial[]): string => {
    if (rows.length === 0) return '–'
    const hits = rows.filter(({ success }) => success).length
    const [low, high] = interval(hits, rows.length)
    return `${hits} of ${rows.length} (${percent(low)}–${percent(high)})`
  }
  const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
    [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
  const ofArm = (arm: Arm) => trials.filter((one) => one.arm === arm)
  const byStratum = [...strata, undefined].map((stratum) => [
    stratum ?? 'all',
    ...used.map((arm) => cell(ofArm(arm).filter((one) => stratum === undefined || one.stratum === stratum))),
  ])
  const paired = used
    .filter((arm) => arm !== 'nothing')
    .map((arm) => {
      const pairs = pairsOf(trials, arm, 'nothing')
      const gained = pairs.filter(([a, b]) => a && !b).length
      const lost = pairs.filter(([a, b]) => !a && b).length
      const [low, high] = bootstrap(pairs)
      const points = (share: number) => `${Math.round(share * 100)}`
      const uplift = pairs.length === 0 ? '–' : points((gained - lost) / pairs.length)
      return [
        arm,
        `${pairs.length}`,
        `${gained}`,
        `${lost}`,
        `${uplift} (${points(low)} to ${points(high)})`,
        mcnemar(pairs).toFixed(3),
      ]
    })
  const catalog = ofArm('catalog')
  const share = (which: (one: Trial) => boolean) =>
    `${catalog.filter(which).length} of ${catalog.length} trials`
  const average = (arm: Arm, key: 'commands' | 'failed' | 'seconds' | 'tokens') => {
    const values = ofArm(arm).flatMap((one) => one[key] ?? [])
    return values.length === 0 ? '–' : String(Math.round(mean(values) * 10) / 10)
  }
  const agents = [...new Set(trials.map(({ agent }) => agent))].sort()
  return `${limits}

Each trial is an agent in a folder whose program fails, made from a page whose blocks run. A hidden check in a sandbox decides: the
original command must end well, print what the working program prints and none of the page’s errors, and most of the program must
be left. ${trials.length} trials at ${new Set(trials.map(({ task }) => task)).size} tasks by ${agents.join(', ')}. The raw records are in [trials.jsonl](proof/trials.jsonl), the plot in [plot.svg](proof/plot.svg).

## Success by arm

With 95% intervals (Wilson).

${table(['Stratum', ...used], byStratum)}

Known: models answer it without the page. Version-bound and not derivable: they do not; the first names versions or packages. No page and
look-alike: the catalog lacks the page, and in a look-alike it answers with another one.

## Compared with nothing

The same task and agent in both arms. Gained: solved with the arm alone. Harm (lost): solved with nothing alone. Uplift in percentage points with
a bootstrap interval; p by McNemar’s exact test.

${table(['Arm', 'Pairs', 'Gained', 'Lost', 'Uplift', 'p'], paired)}

## What the catalog did

It was asked in ${share(({ asked }) => asked)}, answered in ${share(({ answered }) => answered)}, by the hook in ${share(({ byHook }) => byHook)}.

## Cost

Means of a trial: how often the failing command was run and failed, seconds, and tokens where the agent reported them.

${table(
  ['Arm', 'Commands', 'Failed', 'Seconds', 'Tokens'],
  used.map((arm) => [
    arm,
    average(arm, 'commands'),
    average(arm, 'failed'),
    average(arm, 'seconds'),
    average(arm, 'tokens'),
  ]),
)}
`
}

/** Bars of success by arm, with their intervals. */
export function plot(trials: readonly Trial[]): string {
  const used = arms.filter((arm) => trials.some((one) => one.arm === arm))
  const x = (share: number) => Math.round(86 + share * 204)
  const bars = used.map((arm, at) => {
    const rows = trials.filter((one) => one.arm === arm)
    const hits = rows.filter(({ success }) => success).length
    const [low, high] = interval(hits, rows.length)
    const y = 4 + at * 34
    return `<text x="80" y="${y + 15}" text-anchor="end">${arm}</text><rect x="86" y="${y}" width="${x(hits / rows.length) - 86}" height="20" fill="#7aa6c2"/><path d="M${x(low)} ${y + 10}H${x(high)}M${x(low)} ${y + 4}v12M${x(high)} ${y + 4}v12" stroke="#1b2226"/><text x="300" y="${y + 15}">${hits} of ${rows.length}</text>`
  })
  const height = 4 + used.length * 34
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 ${height}" font-family="sans-serif" font-size="13"><title>Tasks solved by arm, with 95% intervals</title>${bars.join('')}</svg>\n`
}
