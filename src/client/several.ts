import { type CatalogReader, CatalogUnavailable } from './reader.ts'

/**
 * Several catalogs as one: matches carry the address of their catalog and come by likelihood, pages from the first
 * catalog that has them. A catalog that can't be read is named in the notice; it throws if none can.
 */
export function severalCatalogs(readers: readonly [CatalogReader, ...CatalogReader[]]): CatalogReader {
  const [{ address, read }] = readers
  return {
    address,
    read,
    matcher: async (asked) => {
      const { found, notice } = await readAll(readers, (reader) => reader.matcher(asked))
      const value = {
        generated: found.map(({ value }) => value.generated).sort()[0] ?? '',
        count: found.reduce((sum, { value }) => sum + value.count, 0),
        match: (text: string, { limit = 5 }: { readonly limit?: number } = {}) =>
          found
            .flatMap(({ value, origin }) => value.match(text, { limit }).map((one) => ({ ...one, origin })))
            .sort((a, b) => b.score - a.score)
            .slice(0, limit),
      }
      return { value, ...notice }
    },
    index: async () => {
      const { found, notice } = await readAll(readers, (reader) => reader.index())
      const solutions = found.flatMap(({ value, origin }) =>
        value.solutions.map((entry) => ({ ...entry, origin })),
      )
      return { value: { ...found[0].value, count: solutions.length, solutions }, ...notice }
    },
    page: async (id, origin) => {
      const asked = readers.filter((reader) => origin === undefined || reader.address === origin)
      const { found } = await readAll(asked, (reader) => reader.page(id))
      return found[0]
    },
  }
}

/** What each catalog answers, in their order; what is wrong with the others is in the notice. */
async function readAll<T>(
  readers: readonly CatalogReader[],
  ask: (reader: CatalogReader) => Promise<{ readonly value: T; readonly notice?: string }>,
) {
  const answers = await Promise.allSettled(readers.map(ask))
  const notices: string[] = []
  const found = answers.flatMap((answer, at) => {
    const origin = readers[at]?.address ?? ''
    if (answer.status === 'fulfilled') {
      if (answer.value.notice) notices.push(`${origin}: ${answer.value.notice}`)
      return [{ value: answer.value.value, origin }]
    }
    if (!(answer.reason instanceof CatalogUnavailable)) throw answer.reason
    notices.push(answer.reason.message)
    return []
  })
  const [first, ...others] = found
  if (first === undefined) throw new CatalogUnavailable(notices.join('; '))
  return {
    found: [first, ...others] as const,
    notice: notices.length > 0 ? { notice: notices.join('\n') } : {},
  }
}
