import { gzipSync } from 'node:zlib'
import type { MatchEntry } from '../../src/client/catalog-files.ts'
import { codesOf } from '../../src/client/codes.ts'
import { createMatcher } from '../../src/client/match.ts'
import { shardFiles, shardMatcher } from '../../src/client/shards.ts'
import { median, quantile } from './measure.ts'
import { noisy } from './noise.ts'
import { synthetic } from './synthetic.ts'

/** The files that a first look-up in a catalog in shards gets, and whether it answers as the whole file does. */
export async function benchShards({ pages, texts }: { readonly pages: number; readonly texts: number }) {
  const entries = Array.from({ length: pages }, (_, number) => entryOf(number))
  const { root, shards } = shardFiles(entries, '2026-01-01T00:00:00Z')
  const sizeOf = (value: unknown) => {
    const text = JSON.stringify(value)
    return { plain: text.length, compressed: gzipSync(text).length }
  }
  const ofRoot = sizeOf(root)
  const whole = createMatcher({ entries })
  const requests: number[] = []
  const plain: number[] = []
  const compressed: number[] = []
  const answers = { texts, answered: 0, right: 0, same: 0, other: 0, otherRight: 0 }
  for (let number = 0; number < texts; number++) {
    const { id, text } = noisy(entries, number)
    const got = [ofRoot]
    const matcher = await shardMatcher(root, text, async (path) => {
      const shard = shards[Number(/\d+/.exec(path)?.[0])]
      if (shard === undefined) throw new Error(`no ${path}`)
      got.push(sizeOf(shard))
      return shard
    })
    requests.push(got.length)
    plain.push(got.reduce((sum, { plain }) => sum + plain, 0))
    compressed.push(got.reduce((sum, { compressed }) => sum + compressed, 0))
    const [wanted] = whole.match(text)
    const [found] = matcher.match(text)
    const isSame = found?.entry.id === wanted?.entry.id && found?.confidence === wanted?.confidence
    if (wanted) answers.answered++
    if (wanted?.entry.id === id) answers.right++
    if (wanted && isSame) answers.same++
    if (found && !isSame) answers.other++
    if (found && !isSame && found.entry.id === id) answers.otherRight++
  }
  const of = (values: readonly number[]) => ({
    median: median(values),
    p95: quantile(values, 0.95),
    most: Math.max(...values),
  })
  return {
    pages,
    shards: shards.length,
    root: ofRoot,
    requests: of(requests),
    compressed: of(compressed),
    plain: of(plain),
    answers,
  }
}

function entryOf(number: number): MatchEntry {
  const { id, title, errors, product, markdown } = synthetic(number)
  const symptoms = [...markdown.matchAll(/^- (.+)$/gm)].slice(0, 2).flatMap(([, item]) => item ?? [])
  return {
    id,
    title,
    errors,
    signs: [],
    symptoms,
    codes: codesOf([title, ...errors].join('\n')),
    products: [product],
  }
}
