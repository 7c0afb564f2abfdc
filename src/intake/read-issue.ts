import * as z from 'zod'
import { Fault } from '../model/fault.ts'
import { httpsUrl } from '../model/fields.ts'

/** An issue, as far as a draft needs it. Who wrote it is not read: names do not belong on a page. */
export interface Issue {
  readonly body: string
  readonly title?: string
  readonly url?: string
  readonly labels: readonly string[]
}

/** What `gh issue view --json body,title,url,labels` prints, and the same issue from GitHub's REST interface. */
const issueSchema = z.looseObject({
  body: z.string(),
  title: z.string().optional(),
  url: z.string().optional(),
  html_url: z.string().optional(),
  labels: z.array(z.union([z.string(), z.looseObject({ name: z.string() })])).default([]),
})

/** The issue in a text that is its body, or its JSON. */
export function readIssue(text: string): Issue {
  if (!/^[\s\ufeff]*\{/.test(text)) return { body: text, labels: [] }
  const checked = issueSchema.safeParse(parsed(text))
  if (!checked.success) {
    throw new Fault(
      'This JSON is not an issue: it has no text `body`',
      'Print one with `gh issue view NUMBER --json body,title,url,labels`.',
    )
  }
  const { body, title, labels, html_url, url } = checked.data
  // The REST interface calls the page `html_url`, and `url` what programs ask.
  const page = [html_url, url].find((address) => httpsUrl.safeParse(address).success)
  return {
    body,
    labels: labels.map((label) => (typeof label === 'string' ? label : label.name)),
    ...(title === undefined ? {} : { title }),
    ...(page === undefined ? {} : { url: page }),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
