import { indexEntries } from '../solutions.js'

/** The index of all pages. */
export const GET = () => {
  const solutions = indexEntries()
  return new Response(JSON.stringify({ count: solutions.length, solutions }))
}
