/** Processes items in order, `jobs` at a time, until a signal aborts. */
export async function inParallel<T>(
  items: readonly T[],
  { jobs, signal }: { readonly jobs: number; readonly signal?: AbortSignal },
  work: (item: T, at: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const worker = async () => {
    for (const [at, item] of queue) {
      if (signal?.aborted) return
      await work(item, at)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
}

/** Memoizes an asynchronous function. */
export function remembered<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (name) => {
    const found = made.get(name) ?? make(name)
    made.set(name, found)
    return found
  }
}
