import { pagePaths, solutionEntry } from '../../../solutions.js'

export const getStaticPaths = pagePaths

/** A JSON entry per page. */
export const GET = ({ props: { solution } }) => new Response(JSON.stringify(solutionEntry(solution)))
