/** A Markdown twin. */
export interface Twin {
  readonly data: ReadonlyMap<string, string>
  /** What follows the first-level heading. */
  readonly body: string
}

export function readTwin(file: string): Twin {
  const block = /^---\n((?:[a-z_]+: [^\n]*\n)+)---\n\s*/.exec(file)
  const text = file.slice(block?.[0].length ?? 0)
  const title = /^# .*\n+/m.exec(text)
  const body = text.slice(title ? title.index + title[0].length : 0)
  return {
    data: new Map(block?.[1]?.trimEnd().split('\n').map(keyAndValue)),
    body: body.replace(/\n$/, ''),
  }
}

/** A quoted value is a JSON string. */
function keyAndValue(line: string): [string, string] {
  const colon = line.indexOf(': ')
  const [key, value] = [line.slice(0, colon), line.slice(colon + 2)]
  try {
    return [key, value.startsWith('"') ? String(JSON.parse(value)) : value]
  } catch {
    return [key, value]
  }
}
