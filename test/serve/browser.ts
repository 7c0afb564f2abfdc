import { until } from './process.ts'

interface Seen {
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
  readonly data: any
}

/** What the script of a previewed page does, without a browser: gets the page, listens, and keeps what it hears. */
export async function openPage(origin: string, path: string, shown?: string) {
  const response = await fetch(origin + path)
  const html = await response.text()
  const tag = shown ?? /data-tag="([^"]+)"/.exec(html)?.[1] ?? ''
  const hanging = new AbortController()
  const query = new URLSearchParams({ at: path, tag })
  const stream = await fetch(`${origin}/__preview/events?${query}`, { signal: hanging.signal })
  const seen: Seen[] = []
  void listen(stream, seen).catch(() => {})
  const next = (event: string, is: (data: Seen['data']) => boolean = () => true) =>
    until(
      () => {
        const index = seen.findIndex((one) => one.event === event && is(one.data))
        // What came before it is over.
        return index === -1 ? undefined : seen.splice(0, index + 1).at(-1)?.data
      },
      () => `${event} at ${path}; heard ${JSON.stringify(seen).slice(0, 2000)}`,
    )
  return {
    status: response.status,
    html,
    heard: () => seen,
    page: (text: string) => next('page', ({ html }) => html.includes(text)),
    problems: (is: (problems: Seen['data']) => boolean) => next('problems', is),
    moved: () => next('moved'),
    close: () => hanging.abort(),
  }
}

async function listen(stream: Response, seen: Seen[]): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (event && data) seen.push({ event, data: JSON.parse(data) })
    }
  }
}
