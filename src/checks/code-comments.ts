/** A comment of a piece of code, without its mark. */
export interface Comment {
  /** Offset of `text` in the code. */
  readonly start: number
  readonly text: string
}

const block =
  /\/\*([\s\S]{0,2000}?)\*\/|<!--([\s\S]{0,2000}?)-->|("""|''')([\s\S]{0,2000}?)\3|<#([\s\S]{0,2000}?)#>/g
const wholeLine = /^[ \t]*(?:#+!?|\/\/+!?|--+|;+|%+|\*+|REM\b|rem\b|::|"(?=\s))[ \t]*(.*)/
const trailing = /[ \t](?:#|\/\/|--|;)[ \t]+(.*)/

/** Comments in any of the usual marks: a reader takes them for one whatever the fence’s language is. */
export function commentsOf(code: string, language: string): Comment[] {
  const comments: Comment[] = []
  for (const match of code.matchAll(block)) {
    const text = match[1] ?? match[2] ?? match[4] ?? match[5] ?? ''
    comments.push({ start: match.index + match[0].indexOf(text), text })
  }
  // A Markdown heading or list is text that is meant to be copied, so all of it counts.
  const prose = language === 'md' || language === 'markdown' || language === 'mdx'
  let offset = 0
  let run: { start: number; lines: string[] } | undefined
  const close = () => {
    if (run) comments.push({ start: run.start, text: run.lines.join('\n') })
    run = undefined
  }
  for (const line of code.split('\n')) {
    const whole = wholeLine.exec(line)?.[1]
    const text = whole ?? (prose ? undefined : trailing.exec(line)?.[1])
    if (text === undefined || text === '') close()
    else if (whole !== undefined && run) run.lines.push(text)
    else {
      close()
      run = { start: offset + line.length - text.length, lines: [text] }
      if (whole === undefined) close()
    }
    offset += line.length + 1
  }
  close()
  return comments
}
